import { Lucia, TimeSpan, type Adapter } from 'lucia';
import { SESSION_ABSOLUTE_DAYS, SESSION_IDLE_DAYS } from '#contract/session.ts';
import { DAY_MS } from '#contract/plans.ts';
import type { Db } from '#db/client.ts';
import * as sessions from '#db/queries/sessions.ts';
import type { UserId as PersonId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { randomToken, sha256 } from '#server/lib/secrets.ts';
import { createSessionCache } from './session-cache.ts';

declare module 'lucia' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- reason: only an interface can be merged into Lucia's
  interface Register {
    Lucia: Lucia<NoAttributes, { email: string }>;
    UserId: PersonId;
    DatabaseUserAttributes: { email: string };
  }
}

/** Our sessions carry nothing beyond Lucia's own fields. */
type NoAttributes = Record<string, never>;

export type ValidSession = { userId: PersonId; email: string; expiresAt: Date; renewedCookie: string | null };

/**
 * Lucia's store over our tables. Lucia keeps ids as they are, knows no absolute end and asks the system's clock:
 * so ids are hashed here, renewal stops at the cap, and times are shifted between our clock and the system's.
 */
function createAdapter(db: Db, clock: Clock, cache: ReturnType<typeof createSessionCache>): Adapter {
  const skew = async () => Date.now() - (await clock.now()).getTime();
  return {
    getSessionAndUser: async (id) => {
      const now = await clock.now();
      const idHash = sha256(id);
      const row = await cache.find(idHash, () => sessions.findSession(db, idHash));
      if (!row || row.expiresAt <= now || row.absoluteExpiresAt <= now) return [null, null];
      const expiresAt = new Date(row.expiresAt.getTime() + Date.now() - now.getTime());
      return [
        { id, userId: row.userId, expiresAt, attributes: {} },
        { id: row.userId, attributes: { email: row.email } },
      ];
    },
    getUserSessions: async (userId) =>
      (await sessions.listSessionsOf(db, userId)).map((row) => ({ ...row, userId, attributes: {} })),
    setSession: async (session) => {
      const now = await clock.now();
      await sessions.addSession(db, {
        idHash: sha256(session.id),
        userId: session.userId,
        now,
        expiresAt: new Date(now.getTime() + SESSION_IDLE_DAYS * DAY_MS),
        absoluteExpiresAt: new Date(now.getTime() + SESSION_ABSOLUTE_DAYS * DAY_MS),
      });
    },
    updateSessionExpiration: async (id, expiresAt) => {
      await sessions.renewSession(db, sha256(id), new Date(expiresAt.getTime() - (await skew())));
      cache.forget(sha256(id));
    },
    deleteSession: (id) => cache.end(sha256(id), () => sessions.deleteSession(db, sha256(id))),
    deleteUserSessions: (userId) => cache.end(userId, () => sessions.deleteSessionsOf(db, userId)),
    deleteExpiredSessions: async () => sessions.deleteExpiredSessions(db, await clock.now()),
  };
}

export function createSessionService({ db, clock, isHttps }: { db: Db; clock: Clock; isHttps: boolean }) {
  const cache = createSessionCache();
  const lucia = new Lucia<NoAttributes, { email: string }>(createAdapter(db, clock, cache), {
    sessionExpiresIn: new TimeSpan(SESSION_IDLE_DAYS, 'd'),
    // The __Host- prefix makes browsers refuse the cookie from anywhere but this very host over https.
    sessionCookie: {
      name: isHttps ? '__Host-session' : 'session',
      attributes: { secure: isHttps, sameSite: 'lax', path: '/' },
    },
    getUserAttributes: ({ email }) => ({ email }),
  });
  return {
    readCookie: (header: string | undefined) => lucia.readSessionCookie(header ?? ''),
    validate: async (sessionId: string): Promise<ValidSession | null> => {
      const { session, user } = await lucia.validateSession(sessionId);
      if (!session) return null;
      return {
        userId: user.id,
        email: user.email,
        expiresAt: session.expiresAt,
        renewedCookie: session.fresh ? lucia.createSessionCookie(sessionId).serialize() : null,
      };
    },
    /** Returns the Set-Cookie value. */
    start: async (userId: PersonId): Promise<string> => {
      const session = await lucia.createSession(userId, {}, { sessionId: randomToken() });
      return lucia.createSessionCookie(session.id).serialize();
    },
    end: async (sessionId: string): Promise<string> => {
      await lucia.invalidateSession(sessionId);
      return lucia.createBlankSessionCookie().serialize();
    },
    sweep: () => lucia.deleteExpiredSessions(),
    /** A session ended in some process. */
    heardEnding: cache.heard,
    /** Signals are heard from now on. */
    forgetAll: cache.forgetAll,
  };
}
export type SessionService = ReturnType<typeof createSessionService>;
