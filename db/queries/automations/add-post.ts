import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { ConversationId, ConversationsTable, MessageId, UserId } from '../../types.gen.ts';
import { searchWords } from '../chat/search-words.ts';
import { notifyBell } from '../notices/added-notices.ts';

type Post = {
  userId: UserId;
  /** Ids that the conversation may have, in their order: the first may belong to one that its owner has deleted. */
  conversationIds: readonly ConversationId[];
  messageId: MessageId;
  assistantId: ConversationsTable['assistant_type'];
  title: string;
  text: string;
  now: Date;
};

/** The automation's conversation that its owner hasn't deleted, or else the first id that is free. */
async function chooseConversation(trx: Db, { userId, conversationIds }: Post): Promise<ConversationId> {
  const taken = await trx
    .selectFrom('conversations')
    .select(['id', 'deleted_at as deletedAt'])
    .where('user_id', '=', userId)
    .where('id', 'in', [...conversationIds])
    .execute();
  const live = taken.find(({ deletedAt }) => deletedAt === null);
  const free = conversationIds.find((id) => taken.every((one) => one.id !== id));
  const chosen = live?.id ?? free;
  if (chosen === undefined) throw new Error(`no id is left for a conversation of user ${userId}`);
  return chosen;
}

/**
 * Adds a message of a teammate to the automation's own conversation, which is created with the first. It has no turn, because there was no question. The same
 * message again changes nothing. Returns the conversation.
 */
export async function addPost(trx: Db, post: Post): Promise<ConversationId> {
  const { userId, messageId, assistantId, title, text, now } = post;
  const id = await chooseConversation(trx, post);
  await sql`
    with conversation as (
      insert into conversations (user_id, id, assistant_type, title, created_at, updated_at)
      values (${userId}::uuid, ${id}::uuid, ${assistantId}, ${title}, ${now}, ${now})
      on conflict (user_id, id) do update set updated_at = greatest(conversations.updated_at, excluded.updated_at)
      returning id
    )
    insert into messages (user_id, conversation_id, id, role, content, created_at, words)
    select ${userId}::uuid, conversation.id, ${messageId}::uuid, 'assistant', ${text}::text,
      -- Ordering by time gives the order of the conversation.
      greatest(${now}::timestamptz, (
        select max(m.created_at) + interval '1 ms' from messages m
        where m.user_id = ${userId}::uuid and m.conversation_id = ${id}::uuid)),
      ${searchWords(userId, text)}
    from conversation
    on conflict (user_id, id) do nothing
    returning ${notifyBell(sql`user_id`)}`.execute(trx);
  return id;
}
