import { sql } from 'kysely';
import { LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { Db } from '../../client.ts';
import { literals } from '../../literals.ts';
import type { ConversationId, MessageId, UserId } from '../../types.gen.ts';
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

/** What messages of a conversation withdrew: it isn't true anymore, and nothing takes its place. */
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

/**
 * The live facts that were said in other versions of this question, which was edited, and that their owner hasn't
 * confirmed or pinned since.
 */
export async function listFactsOfReplaced(
  db: Db,
  userId: UserId,
  questionId: MessageId,
  limit: number,
): Promise<FactRow['id'][]> {
  const { rows } = await sql<{ id: FactRow['id'] }>`
    select facts.id
    from turns shown
      join turns other on other.user_id = ${userId} and other.conversation_id = shown.conversation_id and other.id <> shown.id
        and coalesce(other.version_of, other.question_id) = coalesce(shown.version_of, shown.question_id)
      join messages on messages.user_id = ${userId} and messages.id = other.question_id and messages.is_replaced
      join facts on facts.user_id = ${userId} and facts.conversation_id = other.conversation_id
        and facts.message_id = other.question_id
    where shown.user_id = ${userId} and shown.question_id = ${questionId} and facts.source = 'message'
      and facts.state in ${literals(LIVE_FACT_STATES)} and not facts.is_pinned
      and (facts.confirmed_at is null or facts.confirmed_at <= facts.learned_at)
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
