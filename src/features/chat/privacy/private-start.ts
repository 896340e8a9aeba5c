import { personalKey, type PersonalStore } from '#src/lib/storage/personal-store.ts';
import { threadOf, type ThreadKey } from '../outbox/outbox.ts';

type Store = Pick<PersonalStore, 'get' | 'set' | 'remove'>;

/** Where this browser remembers that a new conversation is to be private, until the server has the conversation. */
export function privateStartKey(userId: string, thread: Pick<ThreadKey, 'assistantId' | 'start'>): string {
  return personalKey(userId, 'private', threadOf({ ...thread, conversationId: null }));
}

export const isPrivateStart = (store: Store, key: string): boolean => store.get(key) !== null;

export function setPrivateStart(store: Store, key: string, isPrivate: boolean): void {
  if (isPrivate) store.set(key, 'yes');
  else if (store.get(key) !== null) store.remove(key);
}
