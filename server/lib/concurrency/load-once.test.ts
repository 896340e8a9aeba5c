import { expect, test, vi } from 'vitest';
import { loadOnce } from './load-once.ts';

test('what was loaded once is shared by every call', async () => {
  const load = vi.fn(async () => ({}));
  const get = loadOnce(load);
  const [one, other] = await Promise.all([get(), get()]);
  expect(await get()).toBe(one);
  expect(other).toBe(one);
  expect(load).toHaveBeenCalledTimes(1);
});

test('a load that fails is tried again by the next call', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('too many open files'));
  load.mockResolvedValue('the code');
  const get = loadOnce(load);
  const failed = await Promise.allSettled([get(), get()]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await get()).toBe('the code');
  expect(load).toHaveBeenCalledTimes(2);
});
