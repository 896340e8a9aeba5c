import { setTimeout as pause } from 'node:timers/promises';

/** Thrown when work took too long. Its name is the one that the platform's own timeouts have. */
class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/** Settles as the work does, or rejects when it takes longer. A timeout doesn't stop the work. */
export async function inTime<T>(work: () => Promise<T>, limitMs: number): Promise<T> {
  const done = new AbortController();
  const tooLate = pause(limitMs, undefined, { signal: done.signal, ref: false }).then(() => {
    throw new TimeoutError(`no answer within ${limitMs} ms`);
  });
  // Aborted once the work is done, which isn't a failure.
  tooLate.catch(() => undefined);
  try {
    return await Promise.race([work(), tooLate]);
  } finally {
    done.abort();
  }
}
