import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createDrain } from '#server/http/drain.ts';
import { createLog } from '#server/lib/log.ts';
import { stopServing } from './stop.ts';

const resolved = () => Promise.resolve();

/** One answer at a time, which ends when somebody waits for it, or is cut off by a close. */
function aRunner() {
  let answer: 'none' | 'running' | 'complete' | 'cut off' = 'none';
  return {
    begin: () => void (answer = 'running'),
    answer: () => answer,
    idle: async () => void (answer = answer === 'running' ? 'complete' : answer),
    close: async () => void (answer = answer === 'running' ? 'cut off' : answer),
  };
}

test('an answer finishes although its message arrived in the last moment of accepting and was answered after it', async () => {
  const runner = aRunner();
  const received = Promise.withResolvers<void>();
  const refusing = Promise.withResolvers<void>();
  const drain = createDrain();
  const server = createServer(
    drain.track((_, response) => {
      received.resolve();
      void refusing.promise.then(runner.begin).then(() => response.end('sent'));
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // reason: it listens on TCP
  const sent = fetch(`http://127.0.0.1:${port}`, { method: 'POST' });
  await received.promise;
  const nothing = { close: () => undefined };
  await stopServing({
    server,
    drain,
    container: {
      jobs: { stop: resolved, idle: resolved },
      log: createLog('silent'),
      services: { runner, notifications: { close: refusing.resolve }, documents: nothing, mail: nothing },
    },
    drainMs: 600,
  });
  expect(await (await sent).text()).toBe('sent');
  expect(runner.answer()).toBe('complete');
});
