import { webLocks } from '#src/lib/storage/web-locks.ts';

/** The longest wait for a tab that doesn't answer because the browser suspended it. */
const LOCK_WAIT_MS = 3_000;

/**
 * Runs work in one tab at a time if the browser supports locks. Without them two tabs may send the same message: its id makes the
 * server keep one. `otherwise` is for work that must not run beside another tab's.
 */
export async function inOneTab<T>(name: string, work: () => Promise<T>, otherwise = work): Promise<T> {
  const locks = webLocks();
  if (!locks) return await work();
  let isStarted = false;
  try {
    return await locks.request(name, { signal: AbortSignal.timeout(LOCK_WAIT_MS) }, async () => {
      isStarted = true;
      return await work();
    });
  } catch (error) {
    if (isStarted) throw error;
    return await otherwise();
  }
}
