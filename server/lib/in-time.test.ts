import { expect, test } from 'vitest';
import { inTime } from './in-time.ts';

test('work that is done in time is handed on, and so is its failure', async () => {
  expect(await inTime(async () => 7, 1_000)).toBe(7);
  await expect(inTime(() => Promise.reject(new Error('mine')), 1_000)).rejects.toThrow('mine');
});

test('work that takes too long is given up, also when it fails later', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  await expect(inTime(() => promise, 10)).rejects.toThrow('no answer within 10 ms');
  reject(new Error('late'));
});
