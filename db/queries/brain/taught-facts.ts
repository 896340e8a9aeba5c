import { sql } from 'kysely';
import { LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { Db } from '../../client.ts';
import { literals } from '../../literals.ts';
import type { ConversationId, MessageId, UserId } from '../../types.gen.ts';
import { leftBehind } from '../chat/versions.ts';
import { selectFacts, type FactRow } from './facts.ts';

/** What was learned in a conversation, by the message that said it. */
export async function listFactsOfConversation(
  db: Db,
  userId: UserId,
  conversationId: ConversationId,
  limit: number,
): Promise<FactRow[]> {
  return selectFacts(db, userId)
    .where('facts.conversation_id', '=', conversationId)
    .where('facts.message_id', 'is not', null)
    .orderBy('facts.number', 'desc')
    .limit(limit)
    .execute();
}

/** Facts that a conversation's messages withdrew: they aren't true anymore, and nothing replaces them. */
export async function listFactsWithdrawnIn(
  db: Db,
  userId: UserId,
  conversationId: ConversationId,
  limit: number,
): Promise<FactRow[]> {
  return selectFacts(db, userId)
    .where('facts.withdrawn_conversation_id', '=', conversationId)
    .orderBy('facts.number', 'desc')
    .limit(limit)
    .execute();
}

/** The facts that a conversation taught and that still count, up to `limit`, newest first. */
export async function listTaught(
  db: Db,
  userId: UserId,
  conversationId: ConversationId,
  limit: number,
): Promise<FactRow['id'][]> {
  const rows = await db
    .selectFrom('facts')
    .select('id')
    .where('user_id', '=', userId)
    .where('conversation_id', '=', conversationId)
    .where('message_id', 'is not', null)
    .where('state', 'in', LIVE_FACT_STATES)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export type ReplacedVersion = { id: MessageId; editedAt: Date; hasPreferences: boolean };

/**
 * The messages that this question replaced, newest first: its other versions, and the messages after them that taught
 * something; and whether they changed preferences. Identical versions are included only if the question can be learned
 * from (`isLearnable`): then their facts are learned again.
 */
export async function listReplacedVersions(
  db: Db,
  userId: UserId,
  questionId: MessageId,
  { isLearnable }: { isLearnable: boolean },
): Promise<ReplacedVersion[]> {
  const { rows } = await sql<ReplacedVersion>`
    with recursive ${leftBehind(userId, questionId)}
    select messages.id, said.created_at as "editedAt", preferences.changed as "hasPreferences"
    from left_behind
      join messages said on said.user_id = ${userId} and said.id = ${questionId}
      join messages on messages.user_id = ${userId} and messages.id = left_behind.question_id and messages.is_replaced
        and messages.created_at < said.created_at
      cross join lateral (
        select exists (
          select from answer_preferences p
          where p.user_id = ${userId} and (p.change_id = messages.id or p.ended_by = messages.id)) as changed
      ) preferences
    where case when left_behind.is_version then ${isLearnable} or messages.content <> said.content
      else exists (
          select from facts f
          where f.user_id = ${userId} and f.conversation_id = messages.conversation_id and f.message_id = messages.id)
        or exists (
          select from facts f
          where f.user_id = ${userId} and f.withdrawn_conversation_id = messages.conversation_id
            and f.withdrawn_message_id = messages.id)
        or preferences.changed end
    order by messages.created_at desc`.execute(db);
  return rows;
}

type SaidFact = Pick<FactRow, 'id' | 'state'> & { hasHistory: boolean };

/**
 * The facts that these messages stated and that are known or were replaced since, newest first, up to `limit`. Excludes
 * those that their owner has confirmed or pinned since; a pin inherited from a replaced fact doesn't count.
 * `hasHistory`: it replaced or renamed another fact, or was itself replaced.
 */
export async function listFactsSaidIn(
  db: Db,
  userId: UserId,
  messageIds: readonly MessageId[],
  limit: number,
): Promise<SaidFact[]> {
  const { rows } = await sql<SaidFact>`
    select facts.id, facts.state, (
        facts.superseded_by is not null
        or exists (select from facts old where old.user_id = ${userId} and old.superseded_by = facts.id)
        or facts.id in (select named.renamed_by from facts named where named.user_id = ${userId} and named.renamed_by is not null)
      ) as "hasHistory"
    from facts join messages on messages.user_id = ${userId} and messages.id = facts.message_id
    where facts.user_id = ${userId} and facts.conversation_id = messages.conversation_id
      and messages.id = any(${[...messageIds]}::uuid[]) and facts.source = 'message'
      and facts.state in ${literals([...LIVE_FACT_STATES, 'superseded'])}
      and (facts.confirmed_at is null or facts.confirmed_at <= facts.learned_at)
      and (not facts.is_pinned or exists (
        select from facts old where old.user_id = ${userId} and old.superseded_by = facts.id and old.is_pinned))
    order by facts.number desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * The facts that these messages withdrew, up to `limit`, except for those that they stated themselves.
 */
export async function listFactsWithdrawnBy(
  db: Db,
  userId: UserId,
  messageIds: readonly MessageId[],
  limit: number,
): Promise<FactRow['id'][]> {
  const { rows } = await sql<{ id: FactRow['id'] }>`
    select facts.id
    from facts join messages on messages.user_id = ${userId} and messages.id = facts.withdrawn_message_id
    where facts.user_id = ${userId} and facts.withdrawn_conversation_id = messages.conversation_id
      and messages.id = any(${[...messageIds]}::uuid[]) and facts.state = 'forgotten'
      and (facts.message_id is null or facts.message_id <> all(${[...messageIds]}::uuid[]))
    order by facts.number desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Records that facts were forgotten because of this message: they are shown below it. */
export async function markWithdrawn(
  trx: Db,
  userId: UserId,
  ids: readonly FactRow['id'][],
  questionId: MessageId,
): Promise<void> {
  await sql`
    update facts set withdrawn_conversation_id = turns.conversation_id, withdrawn_message_id = turns.question_id
    from turns
    where turns.user_id = ${userId} and turns.question_id = ${questionId} and facts.user_id = ${userId}
      and facts.id = any(${[...ids]}::uuid[]) and facts.state = 'forgotten'`.execute(trx);
}
