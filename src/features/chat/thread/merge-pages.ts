import type { AnswerState } from '../answers/answer-events.ts';
import { mergeMessages } from './merge-messages.ts';

type Message = AnswerState & { id: string; follows: string | null; versions: string[] };
/** A part of a conversation without gaps, and what to ask for the pages beside it by. */
export type Pages<M extends Message = Message> = { messages: M[]; older: string | null; newer: string | null };

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
 * Adds the page requested at `messageId` to the loaded part of a conversation, unless that no longer begins or
 * ends there. If another version is shown by now, the page replaces what was loaded.
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

/** The index of a message, or of its version that is shown; -1 if it is on another page. */
export function findMessage(messages: Pick<Message, 'id' | 'versions'>[], messageId: string): number {
  return messages.findIndex(({ id, versions }) => id === messageId || versions.includes(messageId));
}
