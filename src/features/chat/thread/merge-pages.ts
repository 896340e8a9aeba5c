import type { AnswerState } from '../answers/answer-events.ts';
import { mergeMessages, withoutExchanges } from './merge-messages.ts';

type Message = AnswerState & { id: string; createdAt: string; versions: string[] };
/** A part of a conversation without gaps, and what to ask for the pages beside it by. */
export type Pages<M extends Message = Message> = { messages: M[]; older: string | null; newer: string | null };

/** Messages may share an instant; then their ids decide, as on the server. */
const isBefore = (one: Message, other: Message) =>
  one.createdAt === other.createdAt ? one.id < other.id : one.createdAt < other.createdAt;

/** What is shown, without other versions of the exchanges on a page that was read later. */
function withoutOtherVersions<M extends Message>(shown: M[], page: M[]): M[] {
  const versions = new Set(page.flatMap((message) => message.versions));
  for (const { id } of page) versions.delete(id);
  return withoutExchanges(shown, versions);
}

/**
 * A part of a conversation once one of its pages was read again: the page takes the place of what was shown between its first and its last
 * message. Undefined if the two have no message in common, because then some may be missing between them.
 */
export function mergePage<P extends Pages>(shown: P, page: P): P | undefined {
  const [first, last] = [page.messages[0], page.messages.at(-1)];
  if (!first || !last) return undefined;
  const before = page.older === null ? [] : shown.messages.filter((message) => isBefore(message, first));
  const after = page.newer === null ? [] : shown.messages.filter((message) => isBefore(last, message));
  if (before.length + after.length === shown.messages.length) return undefined;
  return {
    ...page,
    messages: [
      ...withoutOtherVersions(before, page.messages),
      ...mergeMessages(shown.messages, page.messages),
      ...withoutOtherVersions(after, page.messages),
    ],
    older: before.length > 0 ? shown.older : page.older,
    newer: after.length > 0 ? shown.newer : page.newer,
  };
}

/** A part of a conversation with the page that was asked for by `messageId`, unless what is shown no longer begins or ends there. */
export function addPage<P extends Pages>(shown: P, side: 'before' | 'after', messageId: string, page: P): P {
  const own = withoutOtherVersions(shown.messages, page.messages);
  if (side === 'before' && shown.older === messageId)
    return { ...shown, messages: [...page.messages, ...own], older: page.older };
  if (side === 'after' && shown.newer === messageId)
    return { ...shown, messages: [...own, ...page.messages], newer: page.newer };
  return shown;
}

/** Where a message is, or the version of its exchange that is shown; -1 if it is on another page. */
export function findMessage(messages: Pick<Message, 'id' | 'versions'>[], messageId: string): number {
  return messages.findIndex(({ id, versions }) => id === messageId || versions.includes(messageId));
}
