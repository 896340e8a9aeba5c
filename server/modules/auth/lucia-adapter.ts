import type { Adapter, Lucia } from 'lucia';
import { SESSION_ABSOLUTE_DAYS, SESSION_IDLE_DAYS } from '#contract/account/session.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import * as endings from '#db/queries/sessions/session-endings.ts';
import * as sessions from '#db/queries/sessions/sessions.ts';
import type { UserId as PersonId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { sha256 } from '#server/lib/crypto/secrets.ts';
import type { createSessionCache } from './session-cache.ts';

/** What our sessions carry beyond Lucia's own fields; set on creation, read with every request. */
export type SessionAttributes = { row: sessions.SessionRow } | { made: Omit<sessions.NewSession, Times> };
type Times = 'idHash' | 'now' | 'expiresAt' | 'absoluteExpiresAt';

declare module 'lucia' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- reason: only an interface can be merged into Lucia's
  interface Register {
    Lucia: Lucia<{ row: sessions.SessionRow | null }, Record<string, never>>;
    UserId: PersonId;
    DatabaseSessionAttributes: SessionAttributes;
  }
}

/** When a session that begins now ends: after idle days, and absolutely. */
export function sessionTimes(now: Date): { expiresAt: Date; absoluteExpiresAt: Date } {
  return {
    expiresAt: new Date(now.getTime() + SESSION_IDLE_DAYS * DAY_MS),
    absoluteExpiresAt: new Date(now.getTime() + SESSION_ABSOLUTE_DAYS * DAY_MS),
  };
}

export function isRunning(row: sessions.SessionRow, now: Date): boolean {
  return row.expiresAt > now && row.absoluteExpiresAt > now;
}

/**
 * Lucia's store on our tables. Lucia stores raw ids, knows no absolute end and uses the system clock; so ids are hashed here, renewal stops
 * at the cap, and times are shifted between our clock and the system's.
 */
export function createLuciaAdapter(db: Db, clock: Clock, cache: ReturnType<typeof createSessionCache>): Adapter {
  const skew = async () => Date.now() - (await clock.now()).getTime();
  return {
    getSessionAndUser: async (id) => {
      const now = await clock.now();
      const idHash = sha256(id);
      const row = await cache.find(idHash, () => sessions.findSession(db, idHash));
      if (!row || row.kind !== 'browser' || !isRunning(row, now)) return [null, null];
      const expiresAt = new Date(row.expiresAt.getTime() + Date.now() - now.getTime());
      return [
        { id, userId: row.userId, expiresAt, attributes: { row } },
        { id: row.userId, attributes: {} },
      ];
    },
    setSession: async ({ id, attributes }) => {
      if (!('made' in attributes)) return;
      const now = await clock.now();
      await sessions.addSession(db, { ...attributes.made, idHash: sha256(id), now, ...sessionTimes(now) });
    },
    updateSessionExpiration: async (id, expiresAt) => {
      await sessions.renewSession(db, sha256(id), new Date(expiresAt.getTime() - (await skew())));
      cache.forget(sha256(id));
    },
    deleteSession: (id) => cache.end(sha256(id), () => endings.deleteSession(db, sha256(id))),
    deleteUserSessions: (userId) => cache.end(userId, () => endings.deleteSessionsOf(db, userId)),
    deleteExpiredSessions: async () => endings.deleteExpiredSessions(db, await clock.now()),
    // Lucia itself never calls this; our own list returns more than Lucia's type can hold.
    getUserSessions: async () => [],
  };
}
