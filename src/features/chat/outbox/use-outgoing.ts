import { personalStore } from '#src/lib/storage/personal-store.ts';
import { usePersonalStore } from '#src/lib/storage/use-personal-store.ts';
import { useIsOnline } from '#src/api/use-is-online.ts';
import { isSameThread, listOutgoing, outboxKey, type Outgoing, type ThreadKey } from './outbox.ts';

let read: { version: number; userId: string; outgoing: Outgoing[] } | undefined;

/** The same array until something changes, as React requires. */
export function readOutgoing(userId: string): Outgoing[] {
  const version = personalStore.version(outboxKey(userId));
  if (read?.version !== version || read.userId !== userId)
    read = { version, userId, outgoing: listOutgoing(personalStore, userId) };
  return read.outgoing;
}

/** The messages of this thread that the server doesn't have yet, oldest first. */
export function useOutgoing(userId: string, thread: ThreadKey): Outgoing[] {
  const outgoing = usePersonalStore(outboxKey(userId), () => readOutgoing(userId));
  const isOnline = useIsOnline();
  // Without a connection, what other tabs want to begin with this assistant shows here too: those tabs may be closed.
  const { assistantId, conversationId } = thread;
  const isHere = (message: Outgoing) =>
    isSameThread(message, thread) ||
    (!isOnline && conversationId === null && message.conversationId === null && message.assistantId === assistantId);
  return outgoing.filter(isHere);
}
