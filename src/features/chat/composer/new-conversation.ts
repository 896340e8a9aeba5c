import { useCallback, useEffect, useState } from 'react';
import type { AssistantId } from '#contract/chat/assistants.ts';
import { personalStore, type PersonalStore } from '#src/lib/storage/personal-store.ts';
import { randomId } from '#src/lib/random-id.ts';
import { webLocks, type WebLocks } from '#src/lib/storage/web-locks.ts';
import { usePageRestored } from '#src/lib/use-page-restored.ts';
import { listOutgoing } from '../outbox/outbox.ts';
import { draftKey, filesKey, readDraft, startsWithDrafts } from './drafts.ts';

/** A tab that was duplicated waits this long for a lock that the original holds; a reloaded tab gets it sooner. In milliseconds. */
const OWN_LOCK_WAIT_MS = 500;

type LockWanted = Parameters<WebLocks['request']>[1];
type Tab = {
  locks: WebLocks | undefined;
  /** What this tab remembers across a reload. */
  memory: Pick<Storage, 'getItem' | 'setItem'>;
  store: PersonalStore;
  waitMs?: number;
};

/**
 * The conversations that this tab is about to begin, one for each assistant. Each has an id from its first character on, so that two tabs
 * never share a message box or a conversation. A lock says that a tab still has it; what a closed tab left behind goes to the next one that
 * asks. `letGo` releases all locks.
 */
export function createNewConversations({ locks, memory, store, waitMs = OWN_LOCK_WAIT_MS }: Tab) {
  const held = new Map<string, () => void>();
  const asked = new Map<string, Promise<boolean>>();
  const keyOf = (assistantId: AssistantId) => `tenfold:new-${assistantId}`;

  function hold(id: string, options: LockWanted): Promise<boolean> {
    const isHeld = asked.get(id) ?? request(id, options);
    asked.set(id, isHeld);
    void isHeld.then((isMine) => isMine || asked.delete(id));
    return isHeld;
  }
  function request(id: string, options: LockWanted): Promise<boolean> {
    if (!locks) return Promise.resolve(true);
    return new Promise((resolve) => {
      locks
        .request(`tenfold-new-${id}`, options, (lock) => {
          resolve(lock !== null);
          return lock === null ? undefined : new Promise<void>((done) => void held.set(id, done));
        })
        .catch(() => resolve(false));
    });
  }
  function release(id: string): void {
    held.get(id)?.();
    held.delete(id);
    asked.delete(id);
  }
  const isEmpty = (userId: string, assistantId: AssistantId, id: string) => {
    const thread = { assistantId, conversationId: null, start: id };
    return (
      readDraft(store, draftKey(userId, thread)) === '' &&
      store.get(filesKey(userId, thread)) === null &&
      !listOutgoing(store, userId).some(({ start }) => start === id)
    );
  };

  function begin(assistantId: AssistantId): string {
    const id = randomId();
    memory.setItem(keyOf(assistantId), id);
    // No other tab knows this id yet.
    void hold(id, { ifAvailable: true });
    return id;
  }
  const current = (assistantId: AssistantId) => memory.getItem(keyOf(assistantId)) ?? begin(assistantId);

  return {
    begin,
    current,

    /** The one to show: this tab's own, unless another tab has it, or one that a closed tab left behind if this tab's is empty. */
    claim: async (userId: string, assistantId: AssistantId): Promise<string> => {
      const own = current(assistantId);
      const isOwn = await hold(own, { signal: AbortSignal.timeout(waitMs) });
      if (isOwn && (!locks || !isEmpty(userId, assistantId, own))) return own;
      for (const left of locks ? startsWithDrafts(store, userId, assistantId) : []) {
        if (left === own || asked.has(left) || !(await hold(left, { ifAvailable: true }))) continue;
        // Something was typed while we waited for the lock.
        if (isOwn && !isEmpty(userId, assistantId, own)) {
          release(left);
          break;
        }
        memory.setItem(keyOf(assistantId), left);
        return left;
      }
      return isOwn ? own : begin(assistantId);
    },

    letGo: (): void => {
      for (const id of asked.keys()) release(id);
    },
  };
}

/** This tab's own storage; where it is forbidden, the ids last as long as the page. */
function tabMemory(): Tab['memory'] {
  try {
    return window.sessionStorage;
  } catch {
    const memory = new Map<string, string>();
    return { getItem: (key) => memory.get(key) ?? null, setItem: (key, id) => void memory.set(key, id) };
  }
}

let ofThisTab: ReturnType<typeof createNewConversations> | undefined;
function newConversations() {
  if (!ofThisTab) {
    ofThisTab = createNewConversations({ locks: webLocks(), memory: tabMemory(), store: personalStore });
    // A page that the back button may bring back can't hold a lock.
    window.addEventListener('pagehide', ofThisTab.letGo);
  }
  return ofThisTab;
}

/** The id of the conversation that this tab is about to begin with this assistant. */
export function useNewConversation(userId: string, assistantId: AssistantId) {
  const [start, setStart] = useState(() => newConversations().current(assistantId));
  const claim = useCallback((): void => {
    void newConversations()
      .claim(userId, assistantId)
      .then((id) => newConversations().current(assistantId) === id && setStart(id));
  }, [userId, assistantId]);
  useEffect(claim, [claim]);
  usePageRestored(claim);
  const startAnother = useCallback(() => setStart(newConversations().begin(assistantId)), [assistantId]);
  return { start, startAnother };
}
