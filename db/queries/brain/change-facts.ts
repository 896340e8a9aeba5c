import { sql } from 'kysely';
import { GONE_FACT_STATES, LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { Db } from '../../client.ts';
import type { FactsTable, UserId } from '../../types.gen.ts';
import { literals } from '../../literals.ts';
import { markSettledConflictsRead } from '../notices/bell.ts';
import type { NewFact } from './add-facts.ts';
import type { FactId, FactRow } from './facts.ts';
import { isSuggestion } from './suggestions.ts';
import { forgetUnusedWords, uncountWords } from './text-words.ts';

/** Records what a fact is about in short. Its statement stays. */
export async function describeFact(
  db: Db,
  userId: UserId,
  fact: Pick<
    NewFact,
    'id' | 'subject' | 'attribute' | 'value' | 'quantity' | 'unit' | 'question' | 'validFrom' | 'validUntil' | 'prompt'
  >,
): Promise<void> {
  const { id, subject, attribute, value, quantity, unit, question, validFrom, validUntil, prompt = '' } = fact;
  await db
    .updateTable('facts')
    .set({
      subject,
      attribute,
      value,
      quantity,
      unit,
      question,
      valid_from: validFrom,
      valid_until: validUntil,
      prompt,
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

/**
 * Records the property and the valid days that the owner set for a fact, and which of these they changed. With a new
 * first day, the fact counts as not begun yet.
 */
export async function describeDays(
  db: Db,
  userId: UserId,
  { id, attribute, validFrom, validUntil }: Pick<NewFact, 'id' | 'attribute' | 'validFrom' | 'validUntil'>,
): Promise<void> {
  await sql`
    update facts set attribute = ${attribute}, valid_from = ${validFrom}, valid_until = ${validUntil},
      has_own_attribute = has_own_attribute or attribute <> ${attribute},
      has_own_days = has_own_days or valid_from is distinct from ${validFrom} or valid_until is distinct from ${validUntil},
      has_begun = has_begun and valid_from is not distinct from ${validFrom}
    where user_id = ${userId} and id = ${id}`.execute(db);
}

/** Carries over what the owner set by hand when a fact is reworded. */
export async function keepOwnDetails(
  db: Db,
  userId: UserId,
  { id, hasOwnAttribute, hasOwnDays }: Pick<FactRow, 'id' | 'hasOwnAttribute' | 'hasOwnDays'>,
): Promise<void> {
  await db
    .updateTable('facts')
    .set({ has_own_attribute: hasOwnAttribute, has_own_days: hasOwnDays })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

/** Clears the marks: the owner has seen which facts may have been replaced by mistake, and leaves them replaced. */
export async function dismissDoubts(db: Db, userId: UserId): Promise<void> {
  await db
    .updateTable('facts')
    .set({ is_doubtful: false })
    .where('user_id', '=', userId)
    .where('is_doubtful', '=', true)
    .execute();
}

type FactChange = Partial<{
  state: FactsTable['state'];
  isPinned: boolean;
  supersededBy: FactId | null;
  conflictId: string | null;
}>;

/** Changes the state of facts. Returns the ids of those that exist. */
export async function changeFacts(
  db: Db,
  userId: UserId,
  ids: readonly FactId[],
  { state, isPinned, supersededBy, conflictId }: FactChange,
): Promise<FactId[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .updateTable('facts')
    .set({
      ...(state === undefined ? {} : { state }),
      ...(isPinned === undefined ? {} : { is_pinned: isPinned }),
      ...(supersededBy === undefined ? {} : { superseded_by: supersededBy }),
      ...(conflictId === undefined ? {} : { conflict_id: conflictId }),
    })
    .where('user_id', '=', userId)
    .where('id', 'in', [...ids])
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** What the owner says or corrects from now on has this one's place; it keeps its pin, in case it is brought back. */
export const supersedeFacts = (db: Db, userId: UserId, ids: readonly FactId[], by: FactId): Promise<FactId[]> =>
  changeFacts(db, userId, ids, { state: 'superseded', supersededBy: by, conflictId: null });

export const forgetFacts = (db: Db, userId: UserId, ids: readonly FactId[]): Promise<FactId[]> =>
  changeFacts(db, userId, ids, { state: 'forgotten', supersededBy: null, conflictId: null });

/** Forgets facts, and the live ones into which typed answers among them were split. */
export async function forgetWithParts(db: Db, userId: UserId, ids: readonly FactId[]): Promise<FactId[]> {
  const { rows } = await sql<{ id: FactId }>`
    update facts set state = 'forgotten', superseded_by = null, conflict_id = null
    where user_id = ${userId} and (id = any(${[...ids]}::uuid[])
      or split_from = any(${[...ids]}::uuid[]) and state in ${literals(LIVE_FACT_STATES)})
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The owner says that these are right. What a document, page or automation says counts like their own words from then on. */
export async function confirmFacts(db: Db, userId: UserId, ids: readonly FactId[], now: Date): Promise<void> {
  await sql`
    update facts set state = 'confirmed', superseded_by = null, conflict_id = null, is_doubtful = false,
      confirmed_at = ${now}::timestamptz
    where user_id = ${userId} and id = any(${[...ids]}::uuid[])`.execute(db);
}

/** These documents' facts wait again for their owner to confirm them. Returns those that were confirmed. */
export async function unconfirmFacts(db: Db, userId: UserId, ids: readonly FactId[]): Promise<FactId[]> {
  const { rows } = await sql<{ id: FactId }>`
    update facts set state = 'suggested', conflict_id = null, confirmed_at = null
    where user_id = ${userId} and id = any(${[...ids]}::uuid[]) and confirmed_at is not null
      and state in ${literals(LIVE_FACT_STATES)}
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Supersedes the other facts in these conflicts with the newest chosen fact of each, and returns them. Call this before
 * their conflicts end.
 */
export async function supersedeRivals(db: Db, userId: UserId, ids: readonly FactId[]): Promise<FactId[]> {
  const { rows } = await sql<{ id: FactId }>`
    update facts set state = 'superseded', superseded_by = chosen.id, conflict_id = null
    from (
      select distinct on (conflict_id) conflict_id, id from facts
      where user_id = ${userId} and id = any(${[...ids]}::uuid[]) and conflict_id is not null
      order by conflict_id, number desc
    ) chosen
    where facts.user_id = ${userId} and facts.conflict_id = chosen.conflict_id
      and facts.id <> all(${[...ids]}::uuid[])
    returning facts.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The state of a fact that nothing contradicts: what its owner didn’t say waits for them to confirm it. */
export const atRest = sql`case
    when ${isSuggestion('facts')} or facts.split_from is not null and facts.confirmed_at is null then 'suggested'
    else 'confirmed' end`;

/** Facts that were replaced have their place again. */
export async function restoreFacts(db: Db, userId: UserId, ids: readonly FactId[]): Promise<void> {
  await sql`
    update facts set state = ${atRest}, superseded_by = null, conflict_id = null, is_doubtful = false
    where user_id = ${userId} and id = any(${[...ids]}::uuid[])`.execute(db);
}

/** Facts that no other disagrees with anymore. What the bell said of settled conflicts is read. */
export async function endLoneConflicts(trx: Db, userId: UserId): Promise<void> {
  await sql`
    update facts set state = ${atRest}, conflict_id = null
    where user_id = ${userId} and conflict_id in (
      select conflict_id from facts where user_id = ${userId} and conflict_id is not null
      group by conflict_id having count(*) = 1)`.execute(trx);
  await markSettledConflictsRead(trx, userId);
}

/** Deletes a fact for good, unless it is live. Returns whether there was one. */
export async function eraseFact(trx: Db, userId: UserId, id: FactId): Promise<boolean> {
  const owner = sql<UserId>`${userId}::uuid`;
  const { rows } = await sql<{ id: FactId }>`
    with erased as (
      delete from facts where user_id = ${owner} and id = ${id} and state in ${literals(GONE_FACT_STATES)} returning id, words
    ), ${uncountWords(owner, 'facts', sql`erased`)}
    select id from erased`.execute(trx);
  await forgetUnusedWords(trx, userId);
  return rows.length > 0;
}

/**
 * Restored facts supersede their current `successors` again, and a restored typed answer replaces the parts it was
 * split into. Of several facts with the same successor, the newest supersedes it.
 */
export async function supersedeSuccessors(
  db: Db,
  userId: UserId,
  ids: readonly FactId[],
  successors: readonly { id: FactId; successor: FactId }[],
): Promise<void> {
  await sql`
    update facts set state = 'superseded', superseded_by = taken.by_id, conflict_id = null
    from (
      select part.id, part.split_from as by_id from facts part
      where part.user_id = ${userId} and part.split_from = any(${[...ids]}::uuid[]) and part.id <> all(${[...ids]}::uuid[])
        and part.state in ${literals(LIVE_FACT_STATES)}
      union all
      (select distinct on (place.successor) place.successor, back.id
      from unnest(${successors.map(({ id }) => id)}::uuid[], ${successors.map(({ successor }) => successor)}::uuid[])
          as place (id, successor)
        join facts back on back.user_id = ${userId} and back.id = place.id
      order by place.successor, back.number desc)
    ) taken
    where facts.user_id = ${userId} and facts.id = taken.id`.execute(db);
}

/** Locks a person's facts against other changes until the transaction ends. */
export async function lockFacts(trx: Db, userId: UserId): Promise<void> {
  await trx.selectFrom('profiles').select('user_id').where('user_id', '=', userId).forUpdate().execute();
}

/** The ids of the live facts into which these typed answers were split. */
export async function listParts(db: Db, userId: UserId, ids: readonly FactId[]): Promise<FactId[]> {
  const rows = await db
    .selectFrom('facts')
    .select('id')
    .where('user_id', '=', userId)
    .where('split_from', 'in', [...ids])
    .where('state', 'in', LIVE_FACT_STATES)
    .execute();
  return rows.map((row) => row.id);
}
