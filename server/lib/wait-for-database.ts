import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from './log.ts';
import { errorCode, isDatabaseAway } from './start-failure.ts';

/** How long after a failed attempt the next one is made, in milliseconds. */
const RETRY_MS = 1_000;

/**
 * Waits until the database responds: after a power cut, it may start later than we do. Throws its error once `seconds`
 * have passed, and right away if waiting can't help, such as after a wrong password.
 */
export async function waitForDatabase(
  ping: () => Promise<void>,
  { seconds, log, retryMs = RETRY_MS }: { seconds: number; log: Log; retryMs?: number },
): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await ping();
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() + retryMs > end) throw error;
      const code = errorCode(error);
      if (isFirst)
        log.warn(
          { event: 'waiting for the database', code },
          `the database isn't reachable yet (${code}); waiting up to ${seconds} s`,
        );
    }
    await wait(retryMs);
  }
}
