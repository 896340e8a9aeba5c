import { useSyncExternalStore } from 'react';
import type { AssistantId } from '#contract/chat/assistants.ts';
import { personalStore } from '#src/lib/personal-store.ts';
import { useIsOnline } from '#src/api/use-is-online.ts';
import { isSameThread, listOutgoing, type Outgoing } from './outbox.ts';
import { tabId } from './tab-id.ts';

type Thread = { userId: string; assistantId: AssistantId; conversationId: string | null };

let read: { version: number; userId: string; outgoing: Outgoing[] } | undefined;

/** The same list until something changes, as React asks for it. */
function readOutgoing(userId: string): Outgoing[] {
  const version = personalStore.version();
  if (read?.version !== version || read.userId !== userId)
    read = { version, userId, outgoing: listOutgoing(personalStore, userId) };
  return read.outgoing;
}

/** The messages of this thread that the server does not have yet, oldest first. */
export function useOutgoing({ userId, ...thread }: Thread): Outgoing[] {
  const outgoing = useSyncExternalStore(personalStore.subscribe, () => readOutgoing(userId));
  const isOnline = useIsOnline();
  // A new conversation that another tab has just begun is none of this tab's, unless it has to wait.
  const isMine = ({ tab }: Outgoing) => thread.conversationId !== null || !isOnline || tab === tabId();
  return outgoing.filter((message) => isSameThread(message, thread) && isMine(message));
}
