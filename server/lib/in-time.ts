import { setTimeout as pause } from 'node:timers/promises';

/** Settles as the work does, or rejects when it takes longer. The work is not stopped by that. */
export async function inTime<T>(work: () => Promise<T>, limitMs: number): Promise<T> {
  const done = new AbortController();
  const tooLate = pause(limitMs, undefined, { signal: done.signal, ref: false }).then(() => {
    throw new Error(`no answer within ${limitMs} ms`);
  });
  // Called off when the work is done, which is no failure.
  tooLate.catch(() => undefined);
  try {
    return await Promise.race([work(), tooLate]);
  } finally {
    done.abort();
  }
}
