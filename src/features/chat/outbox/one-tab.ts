/** A tab that does not answer, because the browser put it to sleep, is not waited for longer than this. */
const LOCK_WAIT_MS = 3_000;

/**
 * Runs work in one tab at a time where the browser can see to that. Elsewhere two tabs may send the same: ids make it one.
 * `otherwise` is for work that must not run beside another's.
 */
export async function inOneTab<T>(name: string, work: () => Promise<T>, otherwise = work): Promise<T> {
  // Browsers offer locks only on https and localhost.
  const locks: LockManager | undefined = Reflect.get(navigator, 'locks');
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
