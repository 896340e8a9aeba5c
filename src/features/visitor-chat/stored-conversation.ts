import type { Conversation, VisitorMessage } from './conversation.ts';

const KEY = 'tenfold:visitor-chat';
/** Of a long conversation only the end is stored. */
const MAX_STORED_MESSAGES = 60;
const OFFERS = ['none', 'made', 'asked', 'over'] as const;

type Disk = Pick<Storage, 'getItem' | 'setItem'>;

/** This tab's sessionStorage, or null if it's forbidden: then even accessing it throws. */
export function sessionStorageOrNull(): Disk | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

function isMessage(value: unknown): value is VisitorMessage {
  if (typeof value !== 'object' || value === null) return false;
  const field = (name: string): unknown => Reflect.get(value, name);
  return (
    ['id', 'content', 'timestamp'].every((name) => typeof field(name) === 'string') &&
    typeof field('isUser') === 'boolean' &&
    (field('kind') === undefined || field('kind') === 'offer' || field('kind') === 'apology')
  );
}

/** Stores the conversation for this tab, so that it continues on the next page. */
export function storeConversation({ messages, offer }: Conversation, disk: Disk | null): void {
  try {
    disk?.setItem(KEY, JSON.stringify({ messages: messages.slice(-MAX_STORED_MESSAGES), offer }));
  } catch {
    // If the store is full or forbidden, the next page starts a new conversation.
  }
}

/** This tab's conversation so far, or null if there is none. */
export function readConversation(disk: Disk | null): Conversation | null {
  try {
    const stored: unknown = JSON.parse(disk?.getItem(KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const messages: unknown = Reflect.get(stored, 'messages');
    const offer = OFFERS.find((one) => one === Reflect.get(stored, 'offer')) ?? 'none';
    return Array.isArray(messages) && messages.length > 0 && messages.every(isMessage) ? { messages, offer } : null;
  } catch {
    return null;
  }
}
