import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../client.ts';
import { runSearch } from '../../run-search.ts';
import type { ConversationId, MessageId, UserId } from '../../types.gen.ts';
import { conversationColumns, type ConversationCursor, type ConversationRow } from './conversations.ts';
import { saidUntil } from './quoting.ts';
import { hasTyped, searchQuery } from './search-words.ts';

/**
 * `content` is the newest matching message. Null if only the title matches. `said` is what was said
 * before it.
 */
type FoundRow = ConversationRow & { messageId: MessageId | null; content: string | null; said: string };

/** True for this person's visible messages that match the search. */
const isHit = (userId: UserId, text: string): RawBuilder<boolean> =>
  sql<boolean>`(not messages.is_replaced and messages.words @@ ${searchQuery(userId, text)})`;

/**
 * This person's conversations with any assistant whose title contains the text, accents and case
 * aside, or that have a message that matches its words (`searchQuery`). Newest first, `limit` at a time. Throws what
 * `runSearch` throws.
 */
export async function findConversations(
  db: Db,
  userId: UserId,
  search: { text: string; after: ConversationCursor | null; limit: number },
): Promise<FoundRow[]> {
  const { text, after, limit } = search;
  const found = db
    .with(
      (cte) => cte('hits').materialized(),
      (cte) =>
        cte
          .selectFrom('messages')
          .distinctOn('conversation_id')
          .select(['conversation_id', 'id'])
          .where('user_id', '=', userId)
          .where(isHit(userId, text))
          .orderBy('conversation_id')
          .orderBy('created_at', 'desc'),
    )
    .with('page', (cte) =>
      cte
        .selectFrom('conversations')
        .leftJoin('hits', 'hits.conversation_id', 'conversations.id')
        .select([...conversationColumns, 'hits.id as messageId'])
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .where((where) => where.or([where('hits.id', 'is not', null), hasTyped(sql.ref('title'), text)]))
        .$if(after !== null, (query) =>
          query.where(
            sql<boolean>`(updated_at, conversations.id) < (${after?.updatedAt}::timestamptz, ${after?.id}::uuid)`,
          ),
        )
        .orderBy('updated_at', 'desc')
        .orderBy('conversations.id', 'desc')
        .limit(limit),
    )
    .selectFrom('page')
    .leftJoin('messages', (join) =>
      join.onRef('messages.id', '=', 'page.messageId').on('messages.user_id', '=', userId),
    )
    .select([
      'page.id',
      'page.assistantId',
      'page.title',
      'page.isPrivate',
      'page.createdAt',
      'page.updatedAt',
      'page.messageId',
      'messages.content',
      saidUntil(userId, 'messages').as('said'),
    ])
    .orderBy('page.updatedAt', 'desc')
    .orderBy('page.id', 'desc');
  return runSearch(() => found.execute());
}

/**
 * The messages of a conversation that match the words of a search, oldest first: the newest `limit` of them. Undefined if this
 * person has no such conversation. Throws what `runSearch` throws.
 */
export async function findHits(
  db: Db,
  userId: UserId,
  search: { conversationId: ConversationId; text: string; limit: number },
): Promise<MessageId[] | undefined> {
  const { conversationId, text, limit } = search;
  const hits = sql<{ ids: MessageId[] }>`
    select array(
      select hit.id from (
        select messages.id, messages.created_at from messages
        where messages.user_id = ${userId} and messages.conversation_id = c.id and ${isHit(userId, text)}
        order by messages.created_at desc limit ${limit}
      ) hit order by hit.created_at
    ) as ids
    from conversations c where c.user_id = ${userId} and c.id = ${conversationId} and c.deleted_at is null`;
  const { rows } = await runSearch(() => hits.execute(db));
  return rows[0]?.ids;
}
