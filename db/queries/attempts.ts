import { sql } from 'kysely';
import type { Db } from '../client.ts';

/** Counts one attempt in one statement and returns how many there were in the window, this one included. */
export async function countAttempt(db: Db, keyHash: string, windowMs: number, now: Date): Promise<number> {
  const windowEndsAt = new Date(now.getTime() + windowMs);
  const row = await db
    .insertInto('attempt_counters')
    .values({ key_hash: keyHash, attempts: 1, window_ends_at: windowEndsAt })
    .onConflict((conflict) =>
      conflict.column('key_hash').doUpdateSet({
        attempts: sql<number>`case when attempt_counters.window_ends_at <= ${now} then 1 else attempt_counters.attempts + 1 end`,
        window_ends_at: sql<Date>`case when attempt_counters.window_ends_at <= ${now} then ${windowEndsAt} else attempt_counters.window_ends_at end`,
      }),
    )
    .returning('attempts')
    .executeTakeFirstOrThrow();
  return row.attempts;
}

/**
 * Takes one of a window's allowance in one conditional statement: no number of parallel requests gets past `max`.
 * False when it is used up, and then nothing is counted.
 */
export async function takeAttempt(
  db: Db,
  keyHash: string,
  { max, windowMs, now }: { max: number; windowMs: number; now: Date },
): Promise<boolean> {
  if (max < 1) return false;
  const windowEndsAt = new Date(now.getTime() + windowMs);
  const isOver = sql<boolean>`attempt_counters.window_ends_at <= ${now}`;
  const row = await db
    .insertInto('attempt_counters')
    .values({ key_hash: keyHash, attempts: 1, window_ends_at: windowEndsAt })
    .onConflict((conflict) =>
      conflict
        .column('key_hash')
        .doUpdateSet({
          attempts: sql<number>`case when ${isOver} then 1 else attempt_counters.attempts + 1 end`,
          window_ends_at: sql<Date>`case when ${isOver} then ${windowEndsAt} else attempt_counters.window_ends_at end`,
        })
        .where(sql<boolean>`${isOver} or attempt_counters.attempts < ${max}`),
    )
    .returning('attempts')
    .executeTakeFirst();
  return row !== undefined;
}

export async function forgetAttempts(db: Db, keyHash: string): Promise<void> {
  await db.deleteFrom('attempt_counters').where('key_hash', '=', keyHash).execute();
}

export async function deleteEndedAttemptWindows(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('attempt_counters').where('window_ends_at', '<=', now).execute();
}
