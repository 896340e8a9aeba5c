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
 * A part of a conversation once one of its pages was read again: the page takes the place of what was shown between its
 * first and its last message. What was shown before and after it stays as far as the page still follows it, or is
 * followed by it: another version may be shown by now. Undefined if nothing of it stays, and the page has none of it.
 */
export function mergePage<P extends Pages>(shown: P, page: P): P | undefined {
  const [first, last] = [page.messages[0], page.messages.at(-1)];
  if (!first || !last) return undefined;
  const { messages } = shown;
  const before = messages.slice(0, messages.findIndex(({ id }) => id === first.follows) + 1);
  // Posts before the page are in every version: only the exchange before those tells whether another is shown by now.
  const answer = before.findLast(({ role }, at) => role === 'assistant' && before[at - 1]?.role === 'user');
  const answerId = answer ? answer.id : shown.older === null ? null : page.after;
  if (before.length > 0 && page.after !== undefined && answerId !== page.after) return undefined;
  const next = page.newer === null ? -1 : messages.findIndex(({ follows }) => follows === last.id);
  const after = next === -1 ? [] : messages.slice(next);
  const own = new Set(page.messages.map(({ id }) => id));
  if (before.length + after.length === 0 && !messages.some(({ id }) => own.has(id))) return undefined;
  return {
    ...page,
    messages: [...before, ...mergeMessages(messages, page.messages), ...after],
    older: before.length > 0 ? shown.older : page.older,
    newer: after.length > 0 ? shown.newer : page.newer,
  };
}

/**
 * A part of a conversation with the page that was asked for by `messageId`, unless what is shown no longer begins or
 * ends there. If another version is shown by now, the page takes its place.
 */
export function addPage<P extends Pages>(shown: P, side: 'before' | 'after', messageId: string, page: P): P {
  if (side === 'before' && shown.older === messageId) {
    const isJoined = shown.messages[0]?.follows === page.messages.at(-1)?.id;
    return isJoined ? { ...shown, messages: [...page.messages, ...shown.messages], older: page.older } : page;
  }
  if (side === 'after' && shown.newer === messageId) {
    const isJoined = page.messages[0]?.follows === shown.messages.at(-1)?.id;
    return isJoined ? { ...shown, messages: [...shown.messages, ...page.messages], newer: page.newer } : page;
  }
  return shown;
}

/** Where a message is, or the version of it that is shown; -1 if it is on another page. */
export function findMessage(messages: Pick<Message, 'id' | 'versions'>[], messageId: string): number {
  return messages.findIndex(({ id, versions }) => id === messageId || versions.includes(messageId));
}
