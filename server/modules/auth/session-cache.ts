import { LRUCache } from 'lru-cache';
import type { SessionRow } from '#db/queries/sessions.ts';

/** How long a session that was looked up is believed, in milliseconds: the longest that a lost signal can matter. */
const BELIEVED_MS = 5_000;
const MAX_SESSIONS = 20_000;

/** How long an ending waits for its own signal to come back, in milliseconds. */
const ECHO_MS = 250;

/**
 * Sessions looked up a moment ago, by the hash of their id, or by their public id where a token named them. It keeps
 * nothing until signals are heard, because only they tell that a session was ended or changed in another process.
 */
export function createSessionCache() {
  const rows = new LRUCache<string, SessionRow>({ max: MAX_SESSIONS, ttl: BELIEVED_MS });
  let isHearing = false;
  let endings = 0;
  const waiting = new Map<string, () => void>();

  /** `key` is the hash of a session's id, or the id of a person whose sessions all end or change. */
  function forget(key: string): void {
    endings += 1;
    if (rows.delete(key)) return;
    for (const [known, row] of rows.entries()) if (row.userId === key || row.id === key) rows.delete(known);
  }

  return {
    find: async (key: string, look: () => Promise<SessionRow | undefined>): Promise<SessionRow | undefined> => {
      const known = rows.get(key);
      if (known) return known;
      const before = endings;
      const row = await look();
      // What ended while we looked may be what we have just read.
      if (row && isHearing && endings === before) rows.set(key, row);
      return row;
    },
    forget,
    /**
     * Does what ends or changes sessions, and waits until its signal has come back: PostgreSQL hands it to every process at the
     * same time, so the next request finds the session ended wherever it goes.
     */
    end: async <T>(key: string, work: () => Promise<T>): Promise<T> => {
      const { promise: echo, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ECHO_MS);
      if (isHearing) waiting.set(key, resolve);
      else resolve();
      try {
        const result = await work();
        forget(key);
        await echo;
        return result;
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
