import { LRUCache } from 'lru-cache';
import type { SessionRow } from '#db/queries/sessions/sessions.ts';

/** How long a looked-up session is trusted, in milliseconds: the longest that a lost signal can matter. */
const CACHE_TTL_MS = 5_000;
const MAX_SESSIONS = 20_000;

/** How long ending a session waits for its own signal to come back, in milliseconds. */
const ECHO_MS = 250;

/**
 * Sessions looked up recently, by the hash of their secret, or by their public id when a token named them. It caches nothing until signals are
 * received, because only they report that another process ended or changed a session.
 */
export function createSessionCache() {
  // With a resolution of 0, the cache reads the clock on each lookup, which costs less than the timer that it would set otherwise.
  // With `max` instead of `maxSize`, it would allocate room for all sessions at once.
  const rows = new LRUCache<string, SessionRow>({
    maxSize: MAX_SESSIONS,
    sizeCalculation: () => 1,
    ttl: CACHE_TTL_MS,
    ttlResolution: 0,
  });
  let isReceiving = false;
  let endings = 0;
  const waiting = new Map<string, () => void>();
  /** By the id of a person. */
  const watchers = new Map<string, Set<() => void>>();

  /** `key` is the hash of a session's secret, or the id of a person whose sessions all end or change. */
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
      // The session we just read may have ended during the lookup.
      if (row && isReceiving && endings === before) rows.set(key, row);
      return row;
    },
    forget,
    /**
     * Runs work that ends or changes sessions, and waits until its signal has come back: PostgreSQL delivers it to every process at the
     * same time, so the next request finds the session ended in any process that isn't too busy to have read it.
     */
    end: async <T>(key: string, work: () => Promise<T>): Promise<T> => {
      const { promise: echo, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ECHO_MS);
      if (isReceiving) waiting.set(key, resolve);
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
    /** A signal arrived: a session ended in some process. */
    onEnded: (key: string): void => {
      forget(key);
      waiting.get(key)?.();
      for (const watcher of watchers.get(key) ?? []) watcher();
    },
    /** Calls back when a session of this person may have ended in any process. Returns the function that stops it. */
    watch: (userId: string, watcher: () => void): (() => void) => {
      const all = watchers.get(userId) ?? new Set();
      watchers.set(userId, all.add(watcher));
      return () => {
        all.delete(watcher);
        if (all.size === 0 && watchers.get(userId) === all) watchers.delete(userId);
      };
    },
    /** The connection was re-established, so any signals sent in the meantime were missed. */
    forgetAll: (): void => {
      endings += 1;
      isReceiving = true;
      rows.clear();
    },
  };
}
export type SessionCache = ReturnType<typeof createSessionCache>;
