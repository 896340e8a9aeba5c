import type { AnswerState } from '../answers/answer-events.ts';
import { mergeMessages } from './merge-messages.ts';

type Message = AnswerState & { id: string; role: string; follows: string | null; versions: string[] };
/** A part of a conversation without gaps, what to ask for the pages beside it by, and the last answer before it. */
export type Pages<M extends Message = Message> = {
  messages: M[];
  older: string | null;
  newer: string | null;
  after?: string | null;
};

/**
 * Whether a page that would follow these messages belongs to another version. Posts are in every version, so the
 * message before a page doesn't always tell; the last exchange before it does.
 */
function isOtherVersion({ messages, older, after }: Omit<Pages, 'newer'>, page: Pages): boolean {
  const answer = messages.findLast(({ role }, at) => role === 'assistant' && messages[at - 1]?.role === 'user');
  const answerId = answer ? answer.id : older === null ? null : after;
  return answerId !== undefined && page.after !== undefined && answerId !== page.after;
}

/**
 * Merges a refetched page into the loaded part of a conversation. It replaces everything between its
 * first and its last message. What was shown before and after it stays only if it still connects to the
 * page: another version may be shown by now. Undefined if nothing stays and the page has none of the shown messages.
 */
export function mergePage<P extends Pages>(shown: P, page: P): P | undefined {
  const [first, last] = [page.messages[0], page.messages.at(-1)];
  if (!first || !last) return undefined;
  const { messages } = shown;
  const before = messages.slice(0, messages.findIndex(({ id }) => id === first.follows) + 1);
  if (before.length > 0 && isOtherVersion({ ...shown, messages: before }, page)) return undefined;
  const next = page.newer === null ? -1 : messages.findIndex(({ follows }) => follows === last.id);
  const after = next === -1 ? [] : messages.slice(next);
  const own = new Set(page.messages.map(({ id }) => id));
  if (before.length + after.length === 0 && !messages.some(({ id }) => own.has(id))) return undefined;
  const start = before.length > 0 ? shown : page;
  return {
    ...page,
    messages: [...before, ...mergeMessages(messages, page.messages), ...after],
    older: start.older,
    after: start.after,
    newer: after.length > 0 ? shown.newer : page.newer,
  };
}

/**
 * Adds the page requested at `messageId` to the loaded part of a conversation, unless that no longer begins or
 * ends there. If another version is shown by now, the page replaces what was loaded.
 */
export function addPage<P extends Pages>(shown: P, side: 'before' | 'after', messageId: string, page: P): P {
  const isBefore = side === 'before';
  if (messageId !== (isBefore ? shown.older : shown.newer)) return shown;
  const [first, second] = isBefore ? [page, shown] : [shown, page];
  const isJoined = second.messages[0]?.follows === first.messages.at(-1)?.id && !isOtherVersion(first, second);
  if (!isJoined) return page;
  const messages = [...first.messages, ...second.messages];
  return { ...shown, messages, older: first.older, after: first.after, newer: second.newer };
}

/** The end of a conversation after a page of another version was read, which replaces it only if it is an end, too. */
export const withVersion = <P extends Pages>(end: P, page: P): P =>
  mergePage(end, page) ?? (page.newer === null ? page : end);

/** The index of a message, or of its version that is shown; -1 if it is on another page. */
export function findMessage(messages: Pick<Message, 'id' | 'versions'>[], messageId: string): number {
  return messages.findIndex(({ id, versions }) => id === messageId || versions.includes(messageId));
}
