import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { runSearch } from '../../run-search.ts';
import type { MessageId, UserId } from '../../types.gen.ts';
import { conversationColumns, type ConversationCursor, type ConversationRow } from './conversations.ts';
import { saidUntil } from './quoting.ts';
import { markedMatches, searchQuery } from './search-words.ts';

/**
 * `content` is the newest message that has the words: every other part is a match. Null if only the title matches.
 * `said` is what was said before it.
 */
type FoundRow = ConversationRow & { messageId: MessageId | null; content: string[] | null; said: string };

const literally = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * This person's conversations with any assistant whose title contains the text, in any case, or that have a visible
 * message that matches its words (`searchQuery`). Newest first, `limit` at a time. Throws what `runSearch` throws.
 */
export async function findConversations(
  db: Db,
  userId: UserId,
  search: { text: string; after: ConversationCursor | null; limit: number },
): Promise<FoundRow[]> {
  const { text, after, limit } = search;
  const { marked, split } = markedMatches(sql.ref('messages.content'), text);
  const found = db
    .with(
      (cte) => cte('hits').materialized(),
      (cte) =>
        cte
          .selectFrom('messages')
          .distinctOn('conversation_id')
          .select(['conversation_id', 'id'])
          .where('user_id', '=', userId)
          .where('is_replaced', '=', false)
          .where(sql<boolean>`words @@ ${searchQuery(userId, text)}`)
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
        .where((where) => where.or([where('hits.id', 'is not', null), where('title', 'ilike', literally(text))]))
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
      marked.as('marked'),
      saidUntil(userId, 'messages').as('said'),
    ])
    .orderBy('page.updatedAt', 'desc')
    .orderBy('page.id', 'desc');
  const rows = await runSearch(() => found.execute());
  return rows.map(({ marked: content, ...row }) => ({ ...row, content: content === null ? null : split(content) }));
}
