import { useEffect, useSyncExternalStore } from 'react';
import type { Conversation } from '../chat-types.ts';

type Listed = Pick<Conversation, 'id' | 'isStreaming'>;

/** Knows which answers ended while nobody looked. It lives as long as the page: what ended before is simply there. */
export function createUnreadAnswers() {
  const running = new Set<string>();
  const listeners = new Set<() => void>();
  let unread: ReadonlySet<string> = new Set();

  return {
    /** Takes in what a list of conversations says now. */
    note: (conversations: readonly Listed[], openId: string | null): void => {
      const next = new Set(unread);
      for (const { id, isStreaming } of conversations) {
        if (isStreaming) running.add(id);
        else if (running.delete(id) && id !== openId) next.add(id);
      }
      if (openId !== null) next.delete(openId);
      if (next.size === unread.size && [...next].every((id) => unread.has(id))) return;
      unread = next;
      for (const listener of listeners) listener();
    },
    list: () => unread,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const unreadAnswers = createUnreadAnswers();

/** The conversations with an answer that was not looked at yet. */
export function useUnreadAnswers(conversations: readonly Listed[] | undefined, openId: string | null) {
  const unread = useSyncExternalStore(unreadAnswers.subscribe, unreadAnswers.list);
  useEffect(() => unreadAnswers.note(conversations ?? [], openId), [conversations, openId]);
  return unread;
}
