import { setTimeout as sleep } from 'node:timers/promises';

export type Pace = 'human' | 'instant';

/** How long to wait before the token at `index`, in milliseconds. Deterministic and slightly uneven. */
export function delayBefore(index: number, options: { pace: Pace; isSlow: boolean }): number {
  // A slow answer is requested in the question itself, so it is slow at any pace.
  if (options.isSlow) return index === 0 ? 1_500 : 350;
  if (options.pace === 'instant') return 0;
  return index === 0 ? 400 : 24 + ((index * 7) % 19);
}

/** Waits, or returns false as soon as the signal reports that the client is gone. */
export async function wait(delayMs: number, signal: AbortSignal): Promise<boolean> {
  if (delayMs > 0) await sleep(delayMs, undefined, { signal }).catch(() => {});
  return !signal.aborted;
}
