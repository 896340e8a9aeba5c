import { useCallback } from 'react';
import { personalStore } from '#src/lib/storage/personal-store.ts';
import { usePersonalStore } from '#src/lib/storage/use-personal-store.ts';
import { setOutgoingPrivate, type ThreadKey } from '../outbox/outbox.ts';
import { isPrivateStart, privateStartKey, setPrivateStart } from './private-start.ts';
import type { OnDone } from './use-forget-taught.tsx';
import { useSetPrivate } from './use-set-private.ts';

export type Privacy = {
  /** Undefined while it isn't known. */
  isPrivate: boolean | undefined;
  /** Undefined while it can't be changed: its first message is on its way. */
  onChange: ((isPrivate: boolean) => void) | undefined;
};

type Options = {
  userId: string;
  /** The open conversation, or the new one. */
  thread: ThreadKey;
  /** As the server says. */
  saved: boolean | undefined;
  /** The message that begins the conversation is being sent. */
  isBeginning: boolean;
  onDone: OnDone;
};

/** Whether the open conversation is private. A new one remembers it until its first message tells the server. */
export function usePrivacy({ userId, thread, saved, isBeginning, onDone }: Options): Privacy {
  const { assistantId, conversationId, start } = thread;
  const key = privateStartKey(userId, thread);
  const isPrivateNew = usePersonalStore(key, () => isPrivateStart(personalStore, key));
  const save = useSetPrivate(assistantId, onDone);
  const onChange = useCallback(
    (isPrivate: boolean) => {
      // The server doesn't have the waiting messages yet. If they return to the box, they keep this setting.
      setOutgoingPrivate(personalStore, userId, { assistantId, conversationId, start }, isPrivate);
      if (conversationId !== null) return save(conversationId, isPrivate);
      setPrivateStart(personalStore, key, isPrivate);
    },
    [save, key, userId, assistantId, conversationId, start],
  );
  return {
    isPrivate: conversationId === null ? isPrivateNew : saved,
    onChange: isBeginning || (conversationId !== null && saved === undefined) ? undefined : onChange,
  };
}
