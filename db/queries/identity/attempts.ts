import { sql } from 'kysely';
import type { Db } from '../../client.ts';

type Window = { windowMs: number; now: Date };

/** The statement that counts one attempt, in the current window or as the first of a new one. */
function attempt(db: Db, keyHash: string, { windowMs, now, max }: Window & { max: number | null }) {
  const windowEndsAt = new Date(now.getTime() + windowMs);
  const isOver = sql<boolean>`attempt_counters.window_ends_at <= ${now}`;
  return db
    .insertInto('attempt_counters')
    .values({ key_hash: keyHash, attempts: 1, window_ends_at: windowEndsAt })
    .onConflict((conflict) => {
      const update = conflict.column('key_hash').doUpdateSet({
        attempts: sql<number>`case when ${isOver} then 1 else attempt_counters.attempts + 1 end`,
        window_ends_at: sql<Date>`case when ${isOver} then ${windowEndsAt} else attempt_counters.window_ends_at end`,
      });
      return max === null ? update : update.where(sql<boolean>`${isOver} or attempt_counters.attempts < ${max}`);
    })
    .returning('attempts');
}

/** Counts one attempt in one statement and returns how many there were in the window, this one included. */
export async function countAttempt(db: Db, keyHash: string, window: Window): Promise<number> {
  return (await attempt(db, keyHash, { ...window, max: null }).executeTakeFirstOrThrow()).attempts;
}

/**
 * Takes one from a window's allowance in one conditional statement, so no number of parallel requests gets past `max`. Returns false, and
 * counts nothing, if it is used up.
 */
export async function takeAttempt(db: Db, keyHash: string, window: Window & { max: number }): Promise<boolean> {
  if (window.max < 1) return false;
  return (await attempt(db, keyHash, window).executeTakeFirst()) !== undefined;
}

/** How many attempts the current window has had. */
export async function findAttempts(db: Db, keyHash: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom('attempt_counters')
    .select('attempts')
    .where('key_hash', '=', keyHash)
    .where('window_ends_at', '>', now)
    .executeTakeFirst();
  return row?.attempts ?? 0;
}

/** The time when the newest window ends. */
export async function findWindowEnd(db: Db, keyHash: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('attempt_counters')
    .select('window_ends_at as endsAt')
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
  return row?.endsAt;
}

/** Undoes one `countAttempt` or `takeAttempt`. A row never holds zero. */
export async function giveBackAttempt(db: Db, keyHash: string): Promise<void> {
  await sql`
    with last as (delete from attempt_counters where key_hash = ${keyHash} and attempts = 1)
    update attempt_counters set attempts = attempts - 1 where key_hash = ${keyHash} and attempts > 1`.execute(db);
}

export async function forgetAttempts(db: Db, keyHash: string): Promise<void> {
  await db.deleteFrom('attempt_counters').where('key_hash', '=', keyHash).execute();
}

export async function deleteEndedAttemptWindows(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('attempt_counters').where('window_ends_at', '<=', now).execute();
}
