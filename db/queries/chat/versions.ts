import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { notifyBell } from '../notices/added-notices.ts';
import { restartSummary } from './summaries.ts';
import type { ConversationId, ConversationsTable, MessageId, UserId } from '../../types.gen.ts';

/** Whether a message that is shown follows `versions` in the conversation `owned`: then a summary may cover them. */
const isFollowed = (userId: UserId) => sql`exists (
  select from messages m
  where m.user_id = ${userId} and m.conversation_id = owned.id and not m.is_replaced
    and m.id not in (select question_id from versions union all select answer_id from versions)
    and m.created_at > (
      select min(first.created_at) from versions join messages first on first.user_id = ${userId} and first.id = versions.answer_id))`;

/**
 * Shows the version of an exchange that this answer belongs to, and hides the others. Returns false if there is no such answer, or
 * while an answer in its conversation is being written.
 */
export async function showVersion(db: Db, userId: UserId, answerId: MessageId): Promise<boolean> {
  const { rows } = await sql`
    with owned as (
      select c.id, coalesce(t.version_of, t.question_id) as first
      from turns t join conversations c on c.user_id = t.user_id and c.id = t.conversation_id and c.deleted_at is null
      where t.user_id = ${userId} and t.answer_id = ${answerId}
        and not exists (
          select from turns running
          where running.user_id = t.user_id and running.conversation_id = t.conversation_id and running.status = 'streaming')
      for update of c
    ),
    versions as (
      select v.question_id, v.answer_id from turns v, owned
      where v.user_id = ${userId} and v.conversation_id = owned.id and (v.question_id = owned.first or v.version_of = owned.first)
    ),
    restarted as (${restartSummary(userId, isFollowed(userId))})
    update messages set is_replaced = versions.answer_id <> ${answerId} from versions
    where user_id = ${userId} and messages.id in (versions.question_id, versions.answer_id)
    returning messages.id`.execute(db);
  return rows.length > 0;
}

/**
 * Records that the owner has seen the answers of this conversation; what the bell would have said of them soon is forgotten. Returns false
 * if there is no such conversation.
 */
export async function markSeen(db: Db, userId: UserId, conversationId: ConversationId, now: Date): Promise<boolean> {
  const { rows } = await sql`
    with owned as (
      select id from conversations where user_id = ${userId} and id = ${conversationId} and deleted_at is null
    ),
    seen as (
      update turns set is_unread = false from owned
      where user_id = ${userId} and turns.conversation_id = owned.id and is_unread
      returning turns.id
    ),
    forgotten as (
      delete from notices using seen
      where user_id = ${userId} and topic = 'answer' and subject = seen.id::text and created_at > ${now}
    ),
    read as (
      update notices set read_at = ${now} from seen
      where user_id = ${userId} and topic = 'answer' and subject = seen.id::text and created_at <= ${now} and read_at is null
      returning ${notifyBell(sql`user_id`)}
    )
    select id from owned`.execute(db);
  return rows.length > 0;
}

/** The assistants with an answer that its owner hasn't seen, and whether any answer is being written. */
export async function listUnread(db: Db, userId: UserId) {
  const rows = await db
    .selectFrom('turns')
    .innerJoin('conversations', (join) =>
      join
        .onRef('conversations.user_id', '=', 'turns.user_id')
        .onRef('conversations.id', '=', 'turns.conversation_id')
        .on('conversations.deleted_at', 'is', null),
    )
    .select(['conversations.assistant_type as assistantId', 'turns.is_unread as isUnread'])
    .distinct()
    .where('turns.user_id', '=', userId)
    .where((where) =>
      where.or([where('is_unread', '=', sql.lit(true)), where('turns.status', '=', sql.lit('streaming'))]),
    )
    .execute();
  const unread: ConversationsTable['assistant_type'][] = rows
    .filter((row) => row.isUnread)
    .map((row) => row.assistantId);
  return { unread, isAnswering: rows.some((row) => !row.isUnread) };
}
