import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeat } from './repeat.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('work runs now and at every interval, but never twice at the same time', async () => {
  const slow = Promise.withResolvers<void>();
  const work = vi.fn(async () => {});
  work.mockReturnValueOnce(slow.promise);
  const stop = repeat(work, 100);
  await vi.advanceTimersByTimeAsync(250);
  expect(work).toHaveBeenCalledTimes(1);
  slow.resolve();
  await vi.advanceTimersByTimeAsync(200);
  expect(work).toHaveBeenCalledTimes(3);
  await stop();
  await vi.advanceTimersByTimeAsync(500);
  expect(work).toHaveBeenCalledTimes(3);
});

test('stopping tells the run in progress, and waits for it: it needs the database until it is over', async () => {
  const steps: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = repeat(async (stopping) => {
    await promise;
    steps.push(stopping.aborted ? 'told to stop' : 'not told');
  }, 100);
  await vi.advanceTimersByTimeAsync(1);
  const stopped = stop().then(() => steps.push('stopped'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(steps).toEqual([]);
  resolve();
  await stopped;
  expect(steps).toEqual(['told to stop', 'stopped']);
});

test('work that has not begun when it is stopped never begins', async () => {
  const work = vi.fn(async () => {});
  await repeat(work, 100, 50)();
  await vi.advanceTimersByTimeAsync(500);
  expect(work).not.toHaveBeenCalled();
});
