import type { z } from 'zod';
import type { conversationCursorSchema, searchSchema } from '#contract/chat/conversation-schemas.ts';
import type { Db } from '#db/client.ts';
import type { ConversationCursor } from '#db/queries/chat/conversations.ts';
import { findConversations } from '#db/queries/chat/find-conversations.ts';
import type { ConversationId, UserId } from '#db/types.gen.ts';
import { toConversation, type ConversationDto } from './chat.dto.ts';

export type CursorInput = z.output<typeof conversationCursorSchema> | null | undefined;

/** How many conversations a search returns at a time. */
const FOUND_CONVERSATIONS = 20;
/** The length of an excerpt, and how much of it comes before the first match, in UTF-16 units. */
const EXCERPT_MAX = 160;
const EXCERPT_BEFORE = 40;

/** `excerpt` is the part of the newest matching message around the first word; null if only the title matches. */
export type FoundDto = ConversationDto & { excerpt: string | null };

export function toCursor(cursor: CursorInput): ConversationCursor | null {
  return cursor ? { updatedAt: new Date(cursor.updatedAt), id: cursor.id as ConversationId } : null; // reason: looked up with its owner
}

/** The part of a message around the first word that matches the search, on one line and without Markdown. */
export function excerptOf(content: string, text: string): string {
  const line = content
    .replace(/[*`#>|]+|-{3,}/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const starts = [...line.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)];
  const first = starts.find(([word]) => words.some((wanted) => word.startsWith(wanted)))?.index ?? 0;
  const space = line.indexOf(' ', first - EXCERPT_BEFORE);
  // Some languages have no spaces; then the excerpt begins with the word itself.
  const wordBefore = space === -1 || space > first ? first : space + 1;
  const from = first <= EXCERPT_BEFORE ? 0 : wordBefore;
  const cut = line.slice(from, from + EXCERPT_MAX).toWellFormed();
  return `${from > 0 ? '…' : ''}${cut}${from + EXCERPT_MAX < line.length ? '…' : ''}`;
}

/** Searches the titles and the messages of all of a person's conversations (CHAT-4). */
export function createConversationSearch(db: Db) {
  return async (userId: UserId, { text, cursor }: z.output<typeof searchSchema>) => {
    const rows = await findConversations(db, userId, { text, after: toCursor(cursor), limit: FOUND_CONVERSATIONS + 1 });
    const page = rows.slice(0, FOUND_CONVERSATIONS);
    const found = page.map(({ content, ...row }): FoundDto => ({
      ...toConversation(row),
      excerpt: content === null ? null : excerptOf(content, text),
    }));
    const last = found.at(-1);
    const nextCursor = rows.length > page.length && last ? { updatedAt: last.updatedAt, id: last.id } : null;
    return { found, nextCursor };
  };
}
