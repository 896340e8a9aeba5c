import { expect, test } from 'vitest';
import { AppError } from '../app-error.ts';
import { createPasswordQueue, hashConcurrency } from './password-queue.ts';
import { createWorkQueue } from '../concurrency/work-queue.ts';

const from = (address: string) => ({ address, userAgent: 'tests' });
const queue = () =>
  createPasswordQueue(
    createWorkQueue({ concurrency: 1, maxWaiting: 10, maxWaitMs: 1_000, maxPerKey: 2, keyIsFull: 'SERVER_BUSY' }),
  );

test.each([
  [1, 1],
  [2, 1],
  [3, 1],
  [4, 2],
  [64, 2],
])('a machine with %s cores hashes %s passwords at a time', (cores, concurrency) => {
  expect(hashConcurrency(cores)).toBe(concurrency);
});

test('a network that sends too many is refused, and another one gets its turn', async () => {
  const passwords = queue();
  const held = Promise.withResolvers<void>();
  const flood = ['2001:db8::1', '2001:db8::2', '2001:db8::3'].map((address) =>
    passwords.inTurn(from(address), () => held.promise),
  );
  await expect(flood[2]).rejects.toEqual(new AppError('SERVER_BUSY'));
  const other = passwords.inTurn(from('203.0.113.7'), async () => 'hashed');
  held.resolve();
  expect(await other).toBe('hashed');
});
