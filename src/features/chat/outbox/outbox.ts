import { ASSISTANT_IDS, type AssistantId } from '#contract/chat/assistants.ts';
import { isSendable } from '#contract/chat/chat.ts';
import { withoutNul } from '#contract/plain-text.ts';
import { personalKey, type PersonalStore } from '#src/lib/personal-store.ts';

type OutboxStore = Pick<PersonalStore, 'get' | 'set' | 'remove' | 'keys'>;

/** A message on its way, from the key press until the server has it. */
export type Outgoing = {
  /** Also the id of the turn on the server, so that a repeat is the same message. */
  id: string;
  assistantId: AssistantId;
  /** Null for one that opens a conversation, and for those that wait behind it. */
  conversationId: string | null;
  text: string;
  /** The order of sending; never twice the same. */
  at: number;
  /** The tab it was typed in. */
  tab: string;
};

export const OUTBOX_MAX = 20;
export const OUTBOX_FULL = `${OUTBOX_MAX} messages are waiting already. They go out when the connection is back.`;

const boxKey = (userId: string) => personalKey(userId, 'outbox', '');

function parse(kept: string | null): Outgoing | null {
  try {
    const value = JSON.parse(kept ?? 'null') as Partial<Outgoing> | null; // reason: checked field by field below
    if (typeof value?.id !== 'string' || typeof value.text !== 'string' || !isSendable(value.text)) return null;
    const assistantId = ASSISTANT_IDS.find((id) => id === value.assistantId);
    if (assistantId === undefined) return null;
    const { id, text, conversationId = null, at = 0, tab = '' } = value;
    return { id, text, assistantId, conversationId, at, tab };
  } catch {
    return null;
  }
}

/** What this person's messages wait for, oldest first. Each has a key of its own, so that two tabs never overwrite each other. */
export function listOutgoing(store: OutboxStore, userId: string): Outgoing[] {
  const found = store.keys(boxKey(userId)).map((key) => parse(store.get(key)));
  return found.filter((outgoing) => outgoing !== null).toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

/** Takes a message in, without what pasted text may hold and the server refuses: U+0000 and halves of emoji. False when too many wait already: it stays where it was typed. */
export function addOutgoing(store: OutboxStore, userId: string, message: Omit<Outgoing, 'at'>): boolean {
  const waiting = listOutgoing(store, userId);
  if (waiting.length >= OUTBOX_MAX) return false;
  const at = Math.max(Date.now(), (waiting.at(-1)?.at ?? 0) + 1);
  store.set(
    boxKey(userId) + message.id,
    JSON.stringify({ ...message, text: withoutNul(message.text).toWellFormed(), at }),
  );
  return true;
}

export function removeOutgoing(store: OutboxStore, userId: string, id: string): void {
  store.remove(boxKey(userId) + id);
}

/** Gives what waits behind the first message of a new conversation to the conversation that has come of it. */
export function adoptOutgoing(store: OutboxStore, userId: string, sent: Outgoing, conversationId: string): void {
  if (sent.conversationId !== null) return;
  for (const waiting of listOutgoing(store, userId).filter(
    (other) => other.id !== sent.id && isSameThread(other, sent),
  ))
    store.set(boxKey(userId) + waiting.id, JSON.stringify({ ...waiting, conversationId }));
}

export function isSameThread(
  a: Pick<Outgoing, 'assistantId' | 'conversationId'>,
  b: Pick<Outgoing, 'assistantId' | 'conversationId'>,
): boolean {
  return a.assistantId === b.assistantId && a.conversationId === b.conversationId;
}

/** The name of a thread among those that have to wait for an answer. */
export function threadOf({ assistantId, conversationId }: Pick<Outgoing, 'assistantId' | 'conversationId'>): string {
  return conversationId ?? `new-${assistantId}`;
}

/** The oldest message whose thread does not wait for an answer. One thread waiting does not hold up another. */
export function nextOutgoing(waiting: Outgoing[], isBusy: (thread: string) => boolean): Outgoing | undefined {
  return waiting.find((outgoing) => !isBusy(threadOf(outgoing)));
}
