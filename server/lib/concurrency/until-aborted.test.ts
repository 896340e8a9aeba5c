import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { untilAborted } from './until-aborted.ts';

test('work that settles first passes on its result or its error, and leaves no listener behind', async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(Promise.resolve(7), signal)).toBe(7);
  await expect(untilAborted(Promise.reject(new Error('mine')), signal)).rejects.toThrow('mine');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('an abort ends the wait for work that never settles, even if the signal was already aborted', async () => {
  const stop = new AbortController();
  const reason = new Error('stopped');
  const waiting = untilAborted(new Promise(() => undefined), stop.signal);
  stop.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(untilAborted(new Promise(() => undefined), stop.signal)).rejects.toBe(reason);
});
