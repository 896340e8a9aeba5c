import { expect, test, vi } from 'vitest';
import { DatabaseError } from '#db/database-error.ts';
import { AppError } from './app-error.ts';
import { createDatabaseTrouble } from './database-trouble.ts';
import type { Log } from './log.ts';

const diskFull = () => new DatabaseError('could not extend file: No space left on device', { code: '53100' });
const locked = () => new DatabaseError('canceling statement due to lock timeout', { code: '55P03' });

function aTrouble() {
  const log = { warn: vi.fn(), error: vi.fn() };
  let now = 0;
  const trouble = createDatabaseTrouble(log as unknown as Log, () => now); // reason: nothing else is called
  return { log, trouble, pass: (ms: number) => (now += ms) };
}

test('a full disk is one error a minute, with its cause and how many writes were refused meanwhile', () => {
  const { log, trouble, pass } = aTrouble();
  for (let count = 0; count < 500; count += 1) expect(trouble.note(diskFull(), { path: 'chat.send' })).toBe(true);
  expect(log.error).toHaveBeenCalledTimes(1);
  expect(log.error).toHaveBeenCalledWith(
    expect.objectContaining({ path: 'chat.send', unloggedSince: 0 }),
    'the database refuses writes: disk full',
  );
  pass(60_000);
  trouble.note(diskFull(), {});
  expect(log.error).toHaveBeenCalledTimes(2);
  expect(log.error.mock.lastCall?.[0]).toMatchObject({ unloggedSince: 499 });
});

test('a database that refused a write a moment ago refuses writes, and later it may have recovered', () => {
  const { trouble, pass } = aTrouble();
  expect(trouble.refusal()).toBeNull();
  trouble.note(new DatabaseError('read-only transaction', { code: '25006' }), {});
  expect(trouble.refusal()).toBe('read-only');
  pass(30_000);
  expect(trouble.refusal()).toBeNull();
});

test('each statement that waited too long for a lock is logged, because each can have a different cause', () => {
  const { log, trouble } = aTrouble();
  for (let count = 0; count < 3; count += 1) trouble.note(locked(), {});
  expect(log.warn).toHaveBeenCalledTimes(3);
  expect(trouble.refusal()).toBeNull();
});

test('an error of ours, or of anything else than the database, isn’t database trouble', () => {
  const { log, trouble } = aTrouble();
  expect(trouble.note(new AppError('NOT_FOUND'), {})).toBe(false);
  expect(trouble.note(new TypeError('a bug'), {})).toBe(false);
  expect(log.warn).not.toHaveBeenCalled();
});
