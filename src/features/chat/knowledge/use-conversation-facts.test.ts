import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lookForLearned } from './use-conversation-facts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('BRAIN-43: looks three times in ten seconds, and then no more', () => {
  const look = vi.fn();
  lookForLearned(look, () => true);
  vi.advanceTimersByTime(1_499);
  expect(look).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(1);
  expect(look).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(3_600_000);
  expect(look).toHaveBeenCalledTimes(3);
});

it('BRAIN-43: doesn’t look once something was learned, while the tab is hidden, or after another turn has begun', () => {
  const look = vi.fn();
  let isWanted = false;
  const stop = lookForLearned(look, () => isWanted);
  vi.advanceTimersByTime(2_000);
  expect(look).toHaveBeenCalledTimes(0);
  isWanted = true;
  vi.advanceTimersByTime(2_000);
  expect(look).toHaveBeenCalledTimes(1);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(look).toHaveBeenCalledTimes(1);
});
