import { sql } from 'kysely';
import { LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { Db } from '../../client.ts';
import { literals } from '../../literals.ts';
import type { UserId } from '../../types.gen.ts';
import type { FactId } from './facts.ts';
import { RELATED_COLUMNS, type RelatedFact } from './learning.ts';
import { isDisputed } from './suggestions.ts';

const isLive = sql`facts.state in ${literals(LIVE_FACT_STATES)}`;
/** The last day that has begun anywhere on earth, so that the indexes can be used. */
const latestDay = (now: Date) =>
  sql`to_char(${now}::timestamptz at time zone 'UTC' + interval '14 hours', 'YYYY-MM-DD')`;
const dayOfOwner = (now: Date) => sql`to_char(${now}::timestamptz at time zone profiles.time_zone, 'YYYY-MM-DD')`;
const begins = (day: unknown) => sql`facts.valid_from <= ${day} and not facts.has_begun and ${isLive}`;
const hasEnded = (day: unknown) => sql`facts.conflict_id is not null and facts.valid_until < ${day}`;

/** People with a fact whose first day has come, or with one in conflict whose last day is over; at most `limit`. */
export async function listPeopleWithDueDates(db: Db, now: Date, limit: number): Promise<UserId[]> {
  const ofOwner = sql`join profiles on profiles.user_id = facts.user_id`;
  const { rows } = await sql<{ userId: UserId }>`
    select facts.user_id as "userId" from facts ${ofOwner}
    where ${begins(latestDay(now))} and facts.valid_from <= ${dayOfOwner(now)}
    union
    select facts.user_id from facts ${ofOwner}
    where ${hasEnded(latestDay(now))} and facts.valid_until < ${dayOfOwner(now)}
    limit ${limit}`.execute(db);
  return rows.map(({ userId }) => userId);
}

export type BeginningFact = RelatedFact & { isDisputed: boolean };

/** The earliest live fact whose first day has come and that doesn't have its place yet. */
export async function findBeginningFact(db: Db, userId: UserId, today: string): Promise<BeginningFact | undefined> {
  return db
    .selectFrom('facts')
    .select(RELATED_COLUMNS)
    .select(isDisputed(userId, 'facts').as('isDisputed'))
    .where('user_id', '=', userId)
    .where(sql<boolean>`${begins(today)}`)
    .orderBy('valid_from')
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
}

/** Records that a fact has its place from its first day on. */
export async function markBegun(db: Db, userId: UserId, id: FactId): Promise<void> {
  await db.updateTable('facts').set({ has_begun: true }).where('user_id', '=', userId).where('id', '=', id).execute();
}

/** Facts in conflict whose last day is over. */
export async function listEndedInConflict(db: Db, userId: UserId, today: string): Promise<FactId[]> {
  const rows = await db
    .selectFrom('facts')
    .select('id')
    .where('user_id', '=', userId)
    .where(sql<boolean>`${hasEnded(today)}`)
    .execute();
  return rows.map(({ id }) => id);
}
