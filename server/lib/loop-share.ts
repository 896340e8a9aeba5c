import { setImmediate } from 'node:timers/promises';

/** Longest that a piece of work may compute before others get their turn, in milliseconds. */
const BUDGET_MS = 4;

/** For loops that compute: awaited in each step, it lets the event loop turn once they have used up their share. */
export function createLoopShare(): () => Promise<void> {
  let turnedAt = performance.now();
  return async () => {
    if (performance.now() - turnedAt < BUDGET_MS) return;
    await setImmediate();
    turnedAt = performance.now();
  };
}
