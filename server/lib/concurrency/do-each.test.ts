import { expect, test } from 'vitest';
import { doEach } from './do-each.ts';
import type { Log } from '../log.ts';

test('a job that fails is logged by its name, and the others still run in order', async () => {
  const done: string[] = [];
  const logged: unknown[] = [];
  const log = { error: (entry: unknown) => logged.push(entry) } as unknown as Log; // reason: the one method that is used
  const fails = new Error('no mail server');
  await doEach(
    {
      sessions: async () => void done.push('sessions'),
      emails: () => Promise.reject(fails),
      'at once': () => {
        throw fails;
      },
      receipts: async () => void done.push('receipts'),
    },
    log,
  );
  expect(done).toEqual(['sessions', 'receipts']);
  expect(logged).toEqual([
    { event: 'job failed', job: 'emails', err: fails },
    { event: 'job failed', job: 'at once', err: fails },
  ]);
});

test('when the process stops, no further job begins, and the one that was cut off has not failed', async () => {
  const stopping = new AbortController();
  const logged: unknown[] = [];
  const note = (entry: unknown) => logged.push(entry);
  const log = { error: note, warn: note } as unknown as Log; // reason: the two methods that are used
  const cutOff = new Error('the database is closed');
  const begun: string[] = [];
  await doEach(
    {
      sessions: () => {
        begun.push('sessions');
        stopping.abort();
        return Promise.reject(cutOff);
      },
      emails: async () => void begun.push('emails'),
    },
    log,
    stopping.signal,
  );
  expect(begun).toEqual(['sessions']);
  expect(logged).toEqual([{ event: 'job interrupted', job: 'sessions', err: cutOff }]);
});
