import { expect, test } from 'vitest';
import { doEach } from './do-each.ts';
import type { Log } from './log.ts';

test('a job that fails is told of by its name, and the others are done in their order', async () => {
  const done: string[] = [];
  const told: unknown[] = [];
  const log = { error: (entry: unknown) => told.push(entry) } as unknown as Log; // reason: the one method that is used
  const fails = new Error('no mail server');
  await doEach(
    {
      sessions: async () => void done.push('sessions'),
      mails: () => Promise.reject(fails),
      'at once': () => {
        throw fails;
      },
      receipts: async () => void done.push('receipts'),
    },
    log,
  );
  expect(done).toEqual(['sessions', 'receipts']);
  expect(told).toEqual([
    { event: 'job failed', job: 'mails', err: fails },
    { event: 'job failed', job: 'at once', err: fails },
  ]);
});
