import type { Conversation, VisitorMessage } from './conversation.ts';

const KEY = 'tenfold:visitor-chat';
/** Of a long talk only its end is kept. */
const KEPT_MESSAGES = 60;
const OFFERS = ['none', 'made', 'asked', 'over'] as const;

type Disk = Pick<Storage, 'getItem' | 'setItem'>;

/** This tab's store, or null where it is forbidden: then even to ask for it fails. */
export function tabDisk(): Disk | null {
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

/** Keeps the talk for this tab, so that it goes on on the next page. */
export function keepConversation({ messages, offer }: Conversation, disk: Disk | null): void {
  try {
    disk?.setItem(KEY, JSON.stringify({ messages: messages.slice(-KEPT_MESSAGES), offer }));
  } catch {
    // A store that is full or forbidden costs the talk on the next page.
  }
}

/** The talk of this tab so far, or null where there is none. */
export function readConversation(disk: Disk | null): Conversation | null {
  try {
    const kept: unknown = JSON.parse(disk?.getItem(KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const messages: unknown = Reflect.get(kept, 'messages');
    const offer = OFFERS.find((one) => one === Reflect.get(kept, 'offer')) ?? 'none';
    return Array.isArray(messages) && messages.length > 0 && messages.every(isMessage) ? { messages, offer } : null;
  } catch {
    return null;
  }
}
