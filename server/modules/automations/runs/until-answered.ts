import { setTimeout as pause } from 'node:timers/promises';
import { toAppError } from '#server/lib/database-errors.ts';

const PAUSE_MS = 1_000;
/** The database will take the write again later. */
const AWAY = new Set<string | undefined>(['DATABASE_UNAVAILABLE', 'SERVER_BUSY', 'CANNOT_SAVE']);
/** Longer than a restart or a failover takes, in milliseconds. */
const TRIED_FOR_MS = 2 * 60_000;

/**
 * Writes what only this process knows, such as that an email was sent. Keeps trying while the database is away. `isAgain`: an earlier try may
 * have been written, and only the answer got lost.
 */
export async function untilAnswered<T>(
  write: (isAgain: boolean) => Promise<T>,
  stopping: AbortSignal,
  pauseMs = PAUSE_MS,
): Promise<T> {
  const begunAt = performance.now();
  for (let isAgain = false; ; isAgain = true) {
    try {
      return await write(isAgain);
    } catch (error) {
      const isAway = AWAY.has(toAppError(error)?.code);
      if (!isAway || stopping.aborted || performance.now() - begunAt > TRIED_FOR_MS) throw error;
      await pause(pauseMs, undefined, { signal: stopping, ref: false }).catch(() => undefined);
    }
  }
}
