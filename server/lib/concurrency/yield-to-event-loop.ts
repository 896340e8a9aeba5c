import { setImmediate } from 'node:timers/promises';

/** The longest a piece of work may compute before others get their turn, in milliseconds. */
const BUDGET_MS = 4;

/** For CPU-bound loops: awaited in each step, it yields to the event loop once the loop has used up its share. */
export function createEventLoopYield(): () => Promise<void> {
  let yieldedAt = performance.now();
  return async () => {
    if (performance.now() - yieldedAt < BUDGET_MS) return;
    await setImmediate();
    yieldedAt = performance.now();
  };
}
