import { randomUUID } from 'node:crypto';
import { Lucia, TimeSpan } from 'lucia';
import { SESSION_IDLE_DAYS, type SessionKind, type SignInMethod } from '#contract/account/session.ts';
import type { Db } from '#db/client.ts';
import { endEmailLinks } from '#db/queries/identity/email-links.ts';
import { deleteRefreshTokensOf } from '#db/queries/sessions/refresh-tokens.ts';
import * as endings from '#db/queries/sessions/session-endings.ts';
import * as sessions from '#db/queries/sessions/sessions.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Client } from '#server/lib/request/client.ts';
import { parseUserToken, randomToken, sha256, userToken } from '#server/lib/crypto/secrets.ts';
import { createEndedSessions, type ReplacedSession } from './ended-sessions.ts';
import { createLuciaAdapter, isRunning, sessionTimes } from './lucia-adapter.ts';
import { createSessionCache } from './session-cache.ts';
import { earlier, toValid } from './to-valid-session.ts';

type NoAttributes = Record<string, never>;

/** The precision of "last seen", in milliseconds: a finer one would write on every request. */
const SEEN_EVERY_MS = 10 * 60_000;

export type ValidSession = {
  /** Its public id in lists and in tokens; it grants no access. */
  publicId: string;
  userId: UserId;
  email: string;
  kind: SessionKind;
  methods: string[];
  createdAt: Date;
  expiresAt: Date;
  /** The last sign-in or re-authentication. */
  authenticatedAt: Date;
  hasSecondFactor: boolean;
  /** There is a second factor and this session has not passed it, so the session can reach nothing but the challenge. */
  needsSecondFactor: boolean;
  secondFactorAt: Date | null;
  /** When the person was last asked again, besides signing in. */
  reauthenticatedAt: Date | null;
  /** When the account will be deleted, if its owner asked for it. */
  deleteAfter: Date | null;
  /** When a password reset removes the second factors that it found. */
  resetCompletesAt: Date | null;
};

/** What the method counts as besides a sign-in: as both factors, or as a re-authentication. */
export type Passed = { hasPassedSecondFactor?: boolean; isReauthentication?: boolean };
type Start = {
  client: Client;
  methods: SignInMethod[];
  /** The person's when they were authenticated (`AccountRow`). If all sessions ended since, throws UNAUTHENTICATED. */
  generation?: number;
  /** The session that the browser had before. */
  replaced?: ReplacedSession | null;
} & Passed;

export function createSessionService({ db, clock, isHttps }: { db: Db; clock: Clock; isHttps: boolean }) {
  const cache = createSessionCache();
  const lucia = new Lucia<{ row: sessions.SessionRow | null }, NoAttributes>(createLuciaAdapter(db, clock, cache), {
    sessionExpiresIn: new TimeSpan(SESSION_IDLE_DAYS, 'd'),
    // The __Host- prefix makes browsers refuse the cookie from anywhere but this very host over https.
    sessionCookie: {
      name: isHttps ? '__Host-session' : 'session',
      attributes: { secure: isHttps, sameSite: 'lax', path: '/' },
    },
    getSessionAttributes: (attributes) => ({ row: 'row' in attributes ? attributes.row : null }),
  });
  const cookieOf = (sessionId: string) => lucia.createSessionCookie(sessionId).serialize();

  async function noteSeen(row: sessions.SessionRow, client: Client): Promise<void> {
    const now = await clock.now();
    if (now.getTime() - row.lastSeenAt.getTime() < SEEN_EVERY_MS) return;
    await sessions.touchSession(db, row.userId, row.id, {
      now,
      ipAddress: client.address,
      userAgent: client.userAgent,
    });
    cache.forget(row.id);
  }

  async function made(userId: UserId, kind: SessionKind, start: Start) {
    const { client, methods, generation = null, replaced = null, ...passed } = start;
    const now = await clock.now();
    return {
      publicId: randomUUID(),
      userId,
      kind,
      methods,
      ipAddress: client.address,
      userAgent: client.userAgent,
      authenticatedAt: now,
      generation,
      // Until its cookie arrives, the browser has that session's, which must not look like one that was ended.
      previousId: replaced?.userId === userId ? replaced.hash : null,
      secondFactorAt: passed.hasPassedSecondFactor === true ? now : null,
      reauthenticatedAt: passed.isReauthentication === true ? now : null,
    };
  }

  return {
    /**
     * The value that edges look for among the cookies. They read it themselves: Lucia's reader throws at a stray `%` in any other cookie,
     * and any site on a parent domain can set one.
     */
    cookieName: lucia.sessionCookieName,

    /** The session behind a cookie. `renewedCookie` is set once half of its idle time has passed; send it to the browser. */
    validate: async (
      sessionId: string,
      client: Client,
    ): Promise<(ValidSession & { renewedCookie: string | null }) | null> => {
      const { session } = await lucia.validateSession(sessionId);
      if (!session?.row) return null;
      await noteSeen(session.row, client);
      return {
        ...toValid(session.row),
        expiresAt: earlier(session.expiresAt, session.row.absoluteExpiresAt),
        renewedCookie: session.fresh ? cookieOf(sessionId) : null,
      };
    },

    /** The session that an access token names. */
    validateToken: async (userId: UserId, publicId: string, client: Client): Promise<ValidSession | null> => {
      const row = await cache.find(publicId, () => sessions.findSessionByPublicId(db, userId, publicId));
      if (!row || row.userId !== userId || row.kind !== 'token' || !isRunning(row, await clock.now())) return null;
      await noteSeen(row, client);
      return toValid(row);
    },

    /** Signs a browser in. Returns the Set-Cookie value. */
    start: async (userId: UserId, start: Start): Promise<string> => {
      const secret = randomToken();
      const session = await lucia.createSession(
        userId,
        { made: { ...(await made(userId, 'browser', start)), idHash: sha256(secret) } },
        { sessionId: userToken(userId, secret) },
      );
      return cookieOf(session.id);
    },

    /** Signs a script in. The script holds tokens; the session has no secret of its own. */
    startToken: async (userId: UserId, start: Start): Promise<ValidSession> => {
      const now = await clock.now();
      const values = await made(userId, 'token', start);
      const idHash = sha256(randomToken());
      const isAdded = await sessions.addSession(db, { ...values, idHash, now, ...sessionTimes(now) });
      const row = isAdded ? await sessions.findSession(db, userId, idHash) : undefined;
      // The person signed out everywhere at the same moment.
      if (!row) throw new AppError('UNAUTHENTICATED');
      return toValid(row);
    },

    /**
     * Extends the idle end of a browser's session to its full length. Returns the Set-Cookie value, or null when the session has just got a
     * new secret: the old one must not replace it in the browser.
     */
    extend: async (sessionId: string): Promise<string | null> => {
      const named = parseUserToken<UserId>(sessionId);
      if (!named) return null;
      const { expiresAt } = sessionTimes(await clock.now());
      const isThere = await sessions.renewSession(db, named.userId, named.hash, expiresAt);
      cache.forget(named.hash);
      return isThere ? cookieOf(sessionId) : null;
    },

    /** The same for a session that uses tokens. */
    extendToken: async ({ userId, publicId }: ValidSession): Promise<void> => {
      await sessions.renewTokenSession(db, userId, publicId, sessionTimes(await clock.now()).expiresAt);
      cache.forget(publicId);
    },

    /** Signs out. Returns the Set-Cookie value that empties the cookie. */
    end: async (sessionId: string): Promise<string> => {
      await lucia.invalidateSession(sessionId);
      return lucia.createBlankSessionCookie().serialize();
    },
    ...createEndedSessions({ db, clock }),
    blankCookie: () => lucia.createBlankSessionCookie().serialize(),

    /** Ends one session of a person by its public id; false when there is none. */
    endOne: (userId: UserId, publicId: string): Promise<boolean> =>
      cache.end(userId, async () => {
        const isEnded = await endings.deleteSessionByPublicId(db, userId, publicId);
        if (isEnded) await endings.notifySessionsChanged(db, userId);
        return isEnded;
      }),

    /** Ends every session of a person, and the links in emails that act in their name. */
    endAll: (userId: UserId): Promise<void> => lucia.invalidateUserSessions(userId),

    list: async (userId: UserId) => sessions.listSessionsOf(db, userId, await clock.now()),

    /**
     * Wraps a change that invalidates what processes cache of a person's sessions. `work` holds the transaction; inside it `secure` (or a
     * query that ends sessions) signals the processes, and this waits until they have received it.
     */
    changing: <T>(userId: UserId, work: () => Promise<T>): Promise<T> => cache.end(userId, work),

    /**
     * Must be called inside the transaction of a sensitive change: gives this session a new secret, so that an old
     * cookie grants no access, and ends all others if asked. `method` records an authentication. Returns the Set-Cookie
     * value, or null for a session with tokens.
     */
    secure: async (
      trx: Db,
      session: Pick<ValidSession, 'userId' | 'publicId' | 'kind'>,
      change: { method?: SignInMethod; isSecondFactor?: boolean; isReauthentication?: boolean; endOthers: boolean },
    ): Promise<string | null> => {
      const secret = session.kind === 'browser' ? randomToken() : null;
      const { method = null, isSecondFactor = false, isReauthentication = false } = change;
      const { userId, publicId } = session;
      const newIdHash = secret === null ? null : sha256(secret);
      await holdPerson(trx, userId);
      const now = await clock.now();
      const isThere = await sessions.secureSession(trx, {
        userId,
        publicId,
        now,
        // The new cookie lasts that long.
        expiresAt: sessionTimes(now).expiresAt,
        newIdHash,
        method,
        isSecondFactor,
        isReauthentication,
      });
      // The session was ended while the change was in progress, so nothing changes.
      if (!isThere) throw new AppError('UNAUTHENTICATED');
      // Tokens issued before the second factor must not renew a session that has passed it.
      if (secret === null && isSecondFactor) await deleteRefreshTokensOf(trx, userId, publicId);
      if (change.endOthers) {
        // Someone who is signed out here may also have a link, one that they requested or one in a mailbox that they
        // can read.
        await endEmailLinks(trx, userId, now);
        await endings.deleteSessionsOf(trx, userId, publicId);
      } else await endings.notifySessionsChanged(trx, userId);
      return secret === null ? null : cookieOf(userToken(userId, secret));
    },

    sweep: () => lucia.deleteExpiredSessions(),
    /** A session ended or changed in some process. */
    onSessionEnded: cache.onEnded,
    /** Calls back when a person's sessions may have ended, in any process. Returns the function that stops it. */
    watchEndings: cache.watch,
    /** From now on, signals are received. */
    forgetAll: cache.forgetAll,
  };
}
export type SessionService = ReturnType<typeof createSessionService>;
