import { expect, test } from 'vitest';
import { inTime } from './in-time.ts';

test('work that finishes in time passes on its result or its failure', async () => {
  expect(await inTime(async () => 7, 1_000)).toBe(7);
  await expect(inTime(() => Promise.reject(new Error('mine')), 1_000)).rejects.toThrow('mine');
});

test('work that takes too long is abandoned, even if it fails later', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  await expect(inTime(() => promise, 10)).rejects.toThrow('no answer within 10 ms');
  reject(new Error('late'));
});
