import { LRUCache } from 'lru-cache';
import type { SessionRow } from '#db/queries/sessions.ts';

/** How long a session that was looked up is believed, in milliseconds: the longest that a lost signal can matter. */
const BELIEVED_MS = 5_000;
const MAX_SESSIONS = 20_000;

/** How long an ending waits for its own signal to come back, in milliseconds. */
const ECHO_MS = 250;

/**
 * Sessions looked up a moment ago, by the hash of their id. It keeps nothing until signals are heard, because only they
 * tell that a session was ended in another process.
 */
export function createSessionCache() {
  const rows = new LRUCache<string, SessionRow>({ max: MAX_SESSIONS, ttl: BELIEVED_MS });
  let isHearing = false;
  let endings = 0;
  const waiting = new Map<string, () => void>();

  /** `key` is the hash of a session's id, or the id of a person whose sessions all end. */
  function forget(key: string): void {
    endings += 1;
    if (rows.delete(key)) return;
    for (const [idHash, row] of rows.entries()) if (row.userId === key) rows.delete(idHash);
  }

  return {
    find: async (idHash: string, look: () => Promise<SessionRow | undefined>): Promise<SessionRow | undefined> => {
      const known = rows.get(idHash);
      if (known) return known;
      const before = endings;
      const row = await look();
      // What ended while we looked may be what we have just read.
      if (row && isHearing && endings === before) rows.set(idHash, row);
      return row;
    },
    forget,
    /**
     * Does what ends a session, and waits until its signal has come back: PostgreSQL hands it to every process at the
     * same time, so the next request finds the session ended wherever it goes.
     */
    end: async (key: string, work: () => Promise<void>): Promise<void> => {
      const { promise: echo, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ECHO_MS);
      if (isHearing) waiting.set(key, resolve);
      else resolve();
      try {
        await work();
        forget(key);
        await echo;
      } finally {
        clearTimeout(timer);
        waiting.delete(key);
      }
    },
    /** A signal came in: a session ended somewhere. */
    heard: (key: string): void => {
      forget(key);
      waiting.get(key)?.();
    },
    /** The line was made anew: what was said meanwhile is unknown. */
    forgetAll: (): void => {
      endings += 1;
      isHearing = true;
      rows.clear();
    },
  };
}
