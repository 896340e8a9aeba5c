import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { UserId } from '#db/types.gen.ts';
import { createBellSignals, PAUSE_MS } from './bell-signals.ts';

const MAYA = '0b7d0d3e-8f0a-4c52-9f6b-0d5a4f1b2c3d' as UserId; // reason: stands for a person
const MINUTE_MS = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An open bell that counts its changes. */
function open() {
  const signals = createBellSignals();
  const leaving = new AbortController();
  const bell = signals.listen(MAYA, leaving.signal);
  let changes = 0;
  const ended = (async () => {
    while (!leaving.signal.aborted) {
      await bell.next(MINUTE_MS);
      changes += 1;
    }
    bell.close();
  })();
  return { signals, changes: () => changes, close: () => (leaving.abort(), ended) };
}

test('changes that follow each other closely are one change', async () => {
  const { signals, changes, close } = open();
  signals.onChanged(MAYA);
  await vi.advanceTimersByTimeAsync(PAUSE_MS / 2);
  signals.onChanged(MAYA);
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(changes()).toBe(1);
  signals.onChanged(MAYA);
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(changes()).toBe(2);
  await close();
});

test('what is news later is a change then, and a signal of another person is none', async () => {
  const { signals, changes, close } = open();
  signals.onChanged(`${MAYA} 10000`);
  signals.onChanged('5d0c9f3a-7e1b-4a6d-8c2f-1e3b5a7d9c0f');
  await vi.advanceTimersByTimeAsync(9_999 + PAUSE_MS);
  expect(changes()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(changes()).toBe(1);
  await close();
});
