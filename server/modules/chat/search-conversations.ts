import type { z } from 'zod';
import { splitAtCitations } from '#contract/brain/citations.ts';
import {
  HITS_MAX,
  type conversationCursorSchema,
  type hitsSchema,
  type searchSchema,
} from '#contract/chat/conversation-schemas.ts';
import { findMatches, indexedPart, searchedWords, splitAtSpans } from '#contract/chat/search-words.ts';
import type { Db } from '#db/client.ts';
import type { ConversationCursor } from '#db/queries/chat/conversations.ts';
import { findConversations, findHits } from '#db/queries/chat/find-conversations.ts';
import type { MessageId, UserId } from '#db/types.gen.ts';
import { AppError } from '#server/lib/app-error.ts';
import { leaveOutOfParts } from '#server/lib/text/holds-secret.ts';
import type { SearchQueue } from '#server/lib/concurrency/search-queue.ts';
import { toConversation, type ConversationDto } from './chat.dto.ts';

export type CursorInput = z.output<typeof conversationCursorSchema> | null | undefined;

/** How many conversations a search returns at a time. */
const FOUND_CONVERSATIONS = 20;
/** The length of an excerpt, and how much of it comes before the first match, in UTF-16 units. */
const EXCERPT_MAX = 160;
const EXCERPT_BEFORE = 40;
/** Matches are marked up to this many characters after the first. Citations and Markdown between them aren't shown. */
const EXCERPT_READ = 2_000;

export type TextPart = { text: string; isHit: boolean };
/** The newest matching message, and the part of it around the first match; both null if only the title matches. */
export type FoundDto = ConversationDto & { messageId: string | null; excerpt: TextPart[] | null };

export function toCursor(cursor: CursorInput): ConversationCursor | null {
  return cursor ? { updatedAt: new Date(cursor.updatedAt), id: cursor.id } : null;
}

const uncited = (text: string) =>
  splitAtCitations(text)
    .filter((part) => typeof part === 'string')
    .join('');

/** One line without citations and Markdown, which may begin in one part and end in another. */
function onOneLine(parts: readonly string[]): string[] {
  const plain = parts.map((part) =>
    uncited(part)
      .replace(/[*`#>|]+|-{3,}/g, '')
      .replace(/\s+/g, ' '),
  );
  return plain.map((part, index) => ((plain[index - 1] ?? ' ').endsWith(' ') ? part.trimStart() : part));
}

/** The part of a message around its first match, without secrets. Every other part of `content` is a match. */
export function excerptOf(content: readonly string[], said = ''): TextPart[] {
  const parts = onOneLine(leaveOutOfParts(content, said));
  const line = parts.join('').trimEnd();
  const first = parts.length > 1 ? (parts[0] ?? '').length : 0;
  const space = line.indexOf(' ', first - EXCERPT_BEFORE);
  // Some languages have no spaces; then the excerpt begins with the word itself.
  const wordBefore = space === -1 || space > first ? first : space + 1;
  const from = first <= EXCERPT_BEFORE ? 0 : wordBefore;
  const to = Math.min(from + EXCERPT_MAX, line.length);
  let start = 0;
  const shown = parts.map((part, index): TextPart => {
    const text = part.slice(Math.max(from - start, 0), Math.max(to - start, 0)).toWellFormed();
    start += part.length;
    return { text, isHit: index % 2 === 1 };
  });
  const cut = (isCut: boolean): TextPart[] => (isCut ? [{ text: '…', isHit: false }] : []);
  return [...cut(from > 0), ...shown.filter(({ text }) => text !== ''), ...cut(to < line.length)];
}

/** The ids of the messages that match, oldest first. `isCut` says that there are more before them. */
type HitsDto = { messageIds: MessageId[]; isCut: boolean };

/** Searches titles and messages of all of a person's conversations (CHAT-4), and the messages of one (CHAT-41). */
export function createConversationSearch({ db, searches }: { db: Db; searches: SearchQueue }) {
  return {
    search: async (userId: UserId, { text, cursor }: z.output<typeof searchSchema>) => {
      const search = { text, after: toCursor(cursor), limit: FOUND_CONVERSATIONS + 1 };
      const rows = await searches.run(userId, () => findConversations(db, userId, search));
      const page = rows.slice(0, FOUND_CONVERSATIONS);
      const words = searchedWords(text);
      const found = page.map(({ content, said, ...row }): FoundDto => {
        const searched = content === null ? null : indexedPart(content);
        const parts = searched === null ? null : splitAtSpans(searched, findMatches(searched, words, EXCERPT_READ));
        return { ...toConversation(row), messageId: row.messageId, excerpt: parts && excerptOf(parts, said) };
      });
      const last = found.at(-1);
      const nextCursor = rows.length > page.length && last ? { updatedAt: last.updatedAt, id: last.id } : null;
      return { found, nextCursor };
    },

    hits: async (userId: UserId, { conversationId, text }: z.output<typeof hitsSchema>): Promise<HitsDto> => {
      const search = { conversationId, text, limit: HITS_MAX + 1 };
      const ids = await searches.run(userId, () => findHits(db, userId, search));
      if (!ids) throw new AppError('NOT_FOUND');
      return { messageIds: ids.slice(-HITS_MAX), isCut: ids.length > HITS_MAX };
    },
  };
}
