import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** The address that the bystander comes from; nobody else does. */
const ADDRESS = '198.51.100.77';

/** What somebody with an account of their own reads meanwhile. */
export function bystanderReads(cookie) {
  const from = { 'x-forwarded-for': ADDRESS, 'user-agent': 'bystander' };
  return [
    { name: '/health/live', path: '/health/live', headers: from },
    { name: '/', path: '/', headers: from },
    { name: 'usage.overview', path: '/trpc/usage.overview', headers: { ...from, cookie } },
  ];
}

/**
 * Asks as somebody else, every `everyMs`, while something is done to the product. `onSlow` hears of each answer that took
 * longer than `slowMs` or was no 200.
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
  const tell = (message) => worker.postMessage(message);
  let isTaken = Promise.withResolvers();
  worker.on('message', ({ kind, ...message }) => {
    if (kind === 'slow') onSlow(message);
    else {
      isTaken.resolve(message.readings);
      isTaken = Promise.withResolvers();
    }
  });
  return {
    pause: () => tell('pause'),
    resume: () => tell('resume'),
    /** All latencies since the last time, as `{ name, ms }`. */
    take: () => {
      const { promise } = isTaken;
      tell('take');
      return promise;
    },
    stop: async () => {
      const gone = once(worker, 'exit');
      tell('stop');
      await gone;
    },
  };
}
