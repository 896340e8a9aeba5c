import type { Adapter, Lucia } from 'lucia';
import { SESSION_ABSOLUTE_DAYS, SESSION_IDLE_DAYS } from '#contract/account/session.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { endEmailLinks } from '#db/queries/identity/email-links.ts';
import * as endings from '#db/queries/sessions/session-endings.ts';
import * as sessions from '#db/queries/sessions/sessions.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId as PersonId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import { parseUserToken } from '#server/lib/crypto/secrets.ts';
import type { SessionCache } from './session-cache.ts';

/** What our sessions carry beyond Lucia's own fields; set on creation, read with every request. */
export type SessionAttributes = { row: sessions.SessionRow } | { made: Omit<sessions.NewSession, Times> };
type Times = 'now' | 'expiresAt' | 'absoluteExpiresAt';

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
 * Lucia's store on our tables. Lucia's id of a session is the token in the cookie, and it knows no absolute end and uses the system clock;
 * so tokens are read here, renewal stops at the cap, and times are shifted between our clock and the system's.
 */
export function createLuciaAdapter(db: Db, clock: Clock, cache: SessionCache): Adapter {
  const skew = async () => Date.now() - (await clock.now()).getTime();
  return {
    getSessionAndUser: async (id) => {
      const named = parseUserToken<PersonId>(id);
      if (!named) return [null, null];
      const now = await clock.now();
      const row = await cache.find(named.hash, () => sessions.findSession(db, named.userId, named.hash));
      if (!row || row.userId !== named.userId || row.kind !== 'browser' || !isRunning(row, now)) return [null, null];
      const expiresAt = new Date(row.expiresAt.getTime() + Date.now() - now.getTime());
      return [
        { id, userId: row.userId, expiresAt, attributes: { row } },
        { id: row.userId, attributes: {} },
      ];
    },
    setSession: async ({ attributes }) => {
      if (!('made' in attributes)) return;
      const now = await clock.now();
      const isAdded = await sessions.addSession(db, { ...attributes.made, now, ...sessionTimes(now) });
      // The person signed out everywhere at the same moment.
      if (!isAdded) throw new AppError('UNAUTHENTICATED');
    },
    updateSessionExpiration: async (id, expiresAt) => {
      const named = parseUserToken<PersonId>(id);
      if (!named) return;
      await sessions.renewSession(db, named.userId, named.hash, new Date(expiresAt.getTime() - (await skew())));
      cache.forget(named.hash);
    },
    deleteSession: async (id) => {
      const named = parseUserToken<PersonId>(id);
      if (named) await cache.end(named.hash, () => endings.deleteSession(db, named.userId, named.hash));
    },
    deleteUserSessions: (userId) =>
      cache.end(userId, () =>
        inTransaction(db, async (trx) => {
          await endEmailLinks(trx, userId, await clock.now());
          await endings.deleteSessionsOf(trx, userId);
        }),
      ),
    deleteExpiredSessions: async () => endings.deleteExpiredSessions(db, await clock.now()),
    // Lucia itself never calls this; our own list returns more than Lucia's type can hold.
    getUserSessions: async () => [],
  };
}
