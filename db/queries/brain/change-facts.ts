import { sql } from 'kysely';
import type { AssistantId } from '#contract/chat/assistants.ts';
import { GONE_FACT_STATES, LIVE_FACT_STATES, SUGGESTION_SOURCES } from '#contract/brain/brain.ts';
import type { Db } from '../../client.ts';
import { literals } from '../../literals.ts';
import type { ConversationId, FactsTable, MessageId, UserId } from '../../types.gen.ts';
import { announceFacts } from '../automations/automation-events.ts';
import { markSettledConflictsRead } from '../notices/bell.ts';
import type { FactId } from './facts.ts';
import { isSuggestion } from './suggestions.ts';
import { configurationOf, textWords } from './text-words.ts';
import { countWords, forgetUnusedWords, uncountWords, withLanguages } from './word-counts.ts';

export type NewFact = {
  id: FactId;
  kind: FactsTable['kind'];
  subject: string;
  value: string;
  statement: string;
  state: 'suggested' | 'confirmed';
  source: FactsTable['source'];
  quote: string;
  question: string;
  assistantId: AssistantId | null;
  conversationId: ConversationId | null;
  messageId: MessageId | null;
  /** The document or page that says so, and where. */
  sourceId?: string;
  passageId?: string;
  /** The automation that suggests it. */
  automationId?: string;
  learnedAt: Date;
  validFrom: string | null;
  validUntil: string | null;
  /** ISO 639-1, as `detectLanguages` tells; empty if unknown. */
  language?: string;
};

/**
 * Numbers and adds facts, and returns their ids. Facts whose id exists are skipped. Their owner's profile is locked until the transaction
 * ends, so that two at a time can't give out the same number or get past `limit` live facts: then null is returned. Facts that were said, typed
 * or suggested by an automation start automations. Those of documents don't, because they come by the hundred: automations can listen to the
 * documents themselves. `chain` are the automations that led to these facts.
 */
export async function addFacts(
  trx: Db,
  userId: UserId,
  facts: readonly NewFact[],
  limit: number,
  chain: readonly string[] = [],
): Promise<FactId[] | null> {
  const profile = await trx
    .selectFrom('profiles')
    .select('facts_numbered as numbered')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  const ids = facts.map(({ id }) => id);
  const known = await trx
    .selectFrom('facts')
    .select([
      sql<number>`count(*) filter (where state in ${literals(LIVE_FACT_STATES)})::int`.as('live'),
      sql<number>`count(*) filter (where id = any(${ids}::uuid[]))::int`.as('there'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (!profile || known.live + facts.length - known.there > limit) return null;
  const configurations = facts.map(({ language = '' }) => configurationOf(language));
  const owner = sql<UserId>`${userId}::uuid`;
  const added = trx
    .insertInto('facts')
    .values(
      facts.map(
        (
          {
            assistantId,
            conversationId,
            messageId,
            learnedAt,
            validFrom,
            validUntil,
            language = '',
            sourceId = null,
            passageId = null,
            automationId = null,
            ...fact
          },
          index,
        ) => ({
          ...fact,
          user_id: userId,
          number: profile.numbered + index + 1,
          assistant_type: assistantId,
          conversation_id: conversationId,
          message_id: messageId,
          source_id: sourceId,
          passage_id: passageId,
          automation_id: automationId,
          learned_at: learnedAt,
          valid_from: validFrom,
          valid_until: validUntil,
          language,
          words: textWords(
            owner,
            sql`${configurations[index]}::text`,
            sql`${`${fact.subject} ${fact.statement}`}::text`,
          ),
        }),
      ),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .returning(['id', 'words']);
  const heard = facts.flatMap(({ id, sourceId = null }) => (sourceId === null ? [id] : []));
  const { rows } = await sql<{ id: FactId }>`
    with added as (${added}), ${countWords(owner, 'facts', sql`added`)}, ${announceFacts(owner, { ids: heard, chain, now: facts[0]?.learnedAt ?? new Date(0) })}
    select id from added`.execute(trx);
  await trx
    .updateTable('profiles')
    .set({ facts_numbered: profile.numbered + facts.length, text_languages: withLanguages(configurations) })
    .where('user_id', '=', userId)
    .execute();
  return rows.map(({ id }) => id);
}

/** Records what a fact is about in short. Its statement stays. */
export async function describeFact(
  db: Db,
  userId: UserId,
  fact: Pick<NewFact, 'id' | 'subject' | 'value' | 'question' | 'validFrom' | 'validUntil'>,
): Promise<void> {
  const { id, subject, value, question, validFrom, validUntil } = fact;
  await db
    .updateTable('facts')
    .set({ subject, value, question, valid_from: validFrom, valid_until: validUntil })
    .where('user_id', '=', userId)
    .where('id', '=', id)
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

/** The owner says that these are right. What a document, page or automation says counts like their own words from then on. */
export async function confirmFacts(db: Db, userId: UserId, ids: readonly FactId[], now: Date): Promise<void> {
  await sql`
    update facts set state = 'confirmed', superseded_by = null, conflict_id = null,
      confirmed_at = case when source in ${literals(SUGGESTION_SOURCES)} then ${now}::timestamptz end
    where user_id = ${userId} and id = any(${[...ids]}::uuid[])`.execute(db);
}

/** The state of a fact that nothing contradicts: what its owner didn’t say waits for them to confirm it. */
const atRest = sql`case when ${isSuggestion('facts')} then 'suggested' else 'confirmed' end`;

/** Facts that were replaced have their place again. */
export async function restoreFacts(db: Db, userId: UserId, ids: readonly FactId[]): Promise<void> {
  await sql`
    update facts set state = ${atRest}, superseded_by = null, conflict_id = null
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

/** Locks a person's facts against other changes until the transaction ends. */
export async function lockFacts(trx: Db, userId: UserId): Promise<void> {
  await trx.selectFrom('profiles').select('user_id').where('user_id', '=', userId).forUpdate().execute();
}
