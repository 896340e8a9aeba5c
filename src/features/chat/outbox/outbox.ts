import { ASSISTANT_IDS, type AssistantId } from '#contract/chat/assistants.ts';
import { isSendable } from '#contract/chat/chat.ts';
import { withoutNul } from '#contract/plain-text.ts';
import { personalKey, type PersonalStore } from '#src/lib/storage/personal-store.ts';

type OutboxStore = Pick<PersonalStore, 'get' | 'set' | 'remove' | 'keys'>;

/** A file that a message comes with. `id` is its source. */
export type AttachedFile = { id: string; name: string };

/** A message on its way, from the key press until the server has it. */
export type Outgoing = {
  /** Also the id of the turn on the server, so that a retry is the same message. */
  id: string;
  assistantId: AssistantId;
  /** Null for a message that opens a conversation, and for the ones behind it. */
  conversationId: string | null;
  text: string;
  files: readonly AttachedFile[];
  /** The last answer of the conversation, if this message replaces it and its question. */
  replaces: string | null;
  /** It asks the same question again, so there is no text to return to the box. */
  isAgain: boolean;
  /** Whether its conversation, or the one it starts, is private. */
  isPrivate: boolean;
  /** The order of sending; unique. */
  at: number;
  /** The new conversation of the tab it was typed in: tells two of them with the same assistant apart. */
  start: string;
};

export const OUTBOX_MAX = 20;
export const OUTBOX_FULL = `${OUTBOX_MAX} messages are already waiting. They’ll go out when you’re back online.`;

/** What the storage keys of a person's waiting messages begin with. */
export const outboxKey = (userId: string): string => personalKey(userId, 'outbox', '');

const isFile = (file: Partial<AttachedFile> | null): file is AttachedFile =>
  typeof file?.id === 'string' && typeof file.name === 'string';

function parse(stored: string | null): Outgoing | null {
  try {
    const value = JSON.parse(stored ?? 'null') as Partial<Outgoing> | null; // reason: checked field by field below
    if (typeof value?.id !== 'string' || typeof value.text !== 'string' || !isSendable(value.text)) return null;
    const assistantId = ASSISTANT_IDS.find((id) => id === value.assistantId);
    if (assistantId === undefined) return null;
    const { id, text, conversationId = null, at = 0, start = '' } = value;
    const { replaces = null, isAgain = false, isPrivate = false } = value;
    const files = Array.isArray(value.files) ? value.files.filter(isFile) : [];
    return { id, text, files, assistantId, conversationId, replaces, isAgain, isPrivate, at, start };
  } catch {
    return null;
  }
}

/** This person's waiting messages, oldest first. Each has its own storage key, so that two tabs never overwrite each other. */
export function listOutgoing(store: OutboxStore, userId: string): Outgoing[] {
  const found = store.keys(outboxKey(userId)).map((key) => parse(store.get(key)));
  return found.filter((outgoing) => outgoing !== null).toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

/**
 * Accepts a message, without characters that pasted text may contain and the server refuses: U+0000 and lone surrogates. False if
 * too many are waiting already: the text stays in its box.
 */
export function addOutgoing(store: OutboxStore, userId: string, message: Omit<Outgoing, 'at'>): boolean {
  const waiting = listOutgoing(store, userId);
  if (waiting.length >= OUTBOX_MAX) return false;
  const at = Math.max(Date.now(), (waiting.at(-1)?.at ?? 0) + 1);
  store.set(
    outboxKey(userId) + message.id,
    JSON.stringify({ ...message, text: withoutNul(message.text).toWellFormed(), at }),
  );
  return true;
}

export function removeOutgoing(store: OutboxStore, userId: string, id: string): void {
  store.remove(outboxKey(userId) + id);
}

/** Moves the messages waiting behind the first message of a new conversation into the conversation that it opened. */
export function adoptOutgoing(store: OutboxStore, userId: string, sent: Outgoing, conversationId: string): void {
  if (sent.conversationId !== null) return;
  for (const waiting of listOutgoing(store, userId).filter(
    (other) => other.id !== sent.id && isSameThread(other, sent),
  ))
    store.set(outboxKey(userId) + waiting.id, JSON.stringify({ ...waiting, conversationId }));
}

/** Marks a conversation's waiting messages as private, or not private. */
export function setOutgoingPrivate(store: OutboxStore, userId: string, thread: ThreadKey, isPrivate: boolean): void {
  for (const waiting of listOutgoing(store, userId).filter((other) => isSameThread(other, thread)))
    store.set(outboxKey(userId) + waiting.id, JSON.stringify({ ...waiting, isPrivate }));
}

/** Tells a conversation from every other, even before the server has it. */
export type ThreadKey = Pick<Outgoing, 'assistantId' | 'conversationId' | 'start'>;

export function threadOf({ assistantId, conversationId, start }: ThreadKey): string {
  return conversationId ?? `new-${assistantId}-${start}`;
}

export function isSameThread(a: ThreadKey, b: ThreadKey): boolean {
  return threadOf(a) === threadOf(b);
}

/**
 * Remembers which messages are to open the new conversation on the screen, also after they have left the outbox: when another tab sends one,
 * its removal and the news of the turn come by different ways, in any order.
 */
export function createOpeningMessages() {
  let shown: string | null = null;
  const ids = new Set<string>();
  return {
    /** What is on the screen now: the new conversation `start`, or null for one that exists. */
    show: (start: string | null, waiting: Outgoing[]): void => {
      if (start !== shown) ids.clear();
      shown = start;
      for (const message of waiting)
        if (message.conversationId === null && message.start === start) ids.add(message.id);
    },
    has: (id: string): boolean => ids.has(id),
  };
}

/** The oldest message whose thread isn't waiting for an answer. A waiting thread doesn't hold up the others. */
export function nextOutgoing(waiting: Outgoing[], isBusy: (thread: string) => boolean): Outgoing | undefined {
  return waiting.find((outgoing) => !isBusy(threadOf(outgoing)));
}
