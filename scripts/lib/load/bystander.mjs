import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** The address that only the bystander uses. */
const ADDRESS = '198.51.100.77';

/** What another user reads in the meantime. */
export function bystanderReads(cookie) {
  const from = { 'x-forwarded-for': ADDRESS, 'user-agent': 'bystander' };
  return [
    { name: '/health/live', path: '/health/live', headers: from },
    { name: '/', path: '/', headers: from },
    { name: 'usage.overview', path: '/trpc/usage.overview', headers: { ...from, cookie } },
  ];
}

/**
 * Sends requests as another user, every `everyMs`, while something is done to the product. `onSlow` gets each response that took longer
 * than `slowMs` or was not a 200.
 */
export function startBystander({
  port,
  reads,
  everyMs = 50,
  slowMs = 250,
  giveUpMs = 30_000,
  onSlow = () => undefined,
}) {
  const worker = new Worker(new URL('bystander-worker.mjs', import.meta.url), {
    workerData: { port, reads, everyMs, slowMs, giveUpMs },
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- reason: a worker thread has no origin
  const send = (message) => worker.postMessage(message);
  let isTaken = Promise.withResolvers();
  worker.on('message', ({ kind, ...message }) => {
    if (kind === 'slow') onSlow(message);
    else {
      isTaken.resolve(message.readings);
      isTaken = Promise.withResolvers();
    }
  });
  return {
    pause: () => send('pause'),
    resume: () => send('resume'),
    /** All latencies since the last call, as `{ name, ms }`. */
    take: () => {
      const { promise } = isTaken;
      send('take');
      return promise;
    },
    stop: async () => {
      const gone = once(worker, 'exit');
      send('stop');
      await gone;
    },
  };
}
