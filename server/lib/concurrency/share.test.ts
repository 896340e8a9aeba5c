import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { share } from './share.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());
const kept = { forMs: 10_000, failureForMs: 1_000 };

test('everyone who asks during a run or within its time shares it, and then it runs again', async () => {
  const work = vi.fn(async () => ({}));
  const ask = share(work, kept);
  const [one, other] = await Promise.all([ask(), ask()]);
  expect(other).toBe(one);
  vi.advanceTimersByTime(9_999);
  expect(await ask()).toBe(one);
  vi.advanceTimersByTime(1);
  expect(await ask()).not.toBe(one);
  expect(work).toHaveBeenCalledTimes(2);
});

test('a failure is shared, too, for a shorter time', async () => {
  const work = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('out of connections'));
  work.mockResolvedValue('found');
  const ask = share(work, kept);
  const failed = await Promise.allSettled([ask(), ask(), ask()]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  vi.advanceTimersByTime(999);
  await expect(ask()).rejects.toThrow('out of connections');
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(await ask()).toBe('found');
});
