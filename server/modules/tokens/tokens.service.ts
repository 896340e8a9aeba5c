import type { Db } from '#db/client.ts';
import { getApiUser, lockMetadata, setMetadata, type ApiUserRow } from '#db/queries/identity/api-users.ts';
import * as refreshTokens from '#db/queries/sessions/refresh-tokens.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Client } from '#server/lib/request/client.ts';
import { parseUserToken, randomToken, sha256, userToken } from '#server/lib/crypto/secrets.ts';
import type { SessionService, ValidSession } from '#server/modules/auth/session.service.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';
import { ACCESS_TOKEN_S, createAccessTokens } from './access-token.ts';
import { isSmallMetadata, mergeMetadata, METADATA_TOO_LARGE, type Metadata } from './metadata.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Tabs and retries may present the same refresh token again for this long, in milliseconds. */
const REUSE_GRACE_MS = 10_000;

export type ApiUser = ApiUserRow;
/** A script's tokens. `expiresAtS` is in seconds since 1970. */
export type TokenPair = { accessToken: string; refreshToken: string; expiresInS: number; expiresAtS: number };
/** Why a bearer token was refused: it is missing, not ours or expired, or its session has ended. */
type Inspected = { session: ValidSession; reason: null } | { session: null; reason: 'missing' | 'invalid' | 'ended' };
type Dependencies = {
  db: Db;
  clock: Clock;
  sessions: SessionService;
  securityLog: SecurityLog;
  keys: SigningKeys;
  issuer: string;
};

export function createTokenService({ db, clock, sessions, securityLog, keys, issuer }: Dependencies) {
  const accessTokens = createAccessTokens({ keys, issuer });

  async function pair(session: ValidSession, refreshToken: string, now: Date): Promise<TokenPair> {
    const { token, expiresAtS } = await accessTokens.sign(session, now);
    return { accessToken: token, refreshToken, expiresInS: ACCESS_TOKEN_S, expiresAtS };
  }

  /** Tokens for a session. Refresh tokens issued before stop working when `isOnly`. */
  async function issue(session: ValidSession, { isOnly = false } = {}): Promise<TokenPair> {
    const now = await clock.now();
    const secret = randomToken();
    const { userId, publicId } = session;
    await inTransaction(db, async (trx) => {
      if (isOnly) await refreshTokens.deleteRefreshTokensOf(trx, userId, publicId);
      await refreshTokens.addRefreshToken(trx, { tokenHash: sha256(secret), userId, publicId, now });
    });
    return pair(session, userToken(userId, secret), now);
  }

  /** The session behind `Authorization: Bearer ...`, or why there is none. */
  async function inspect(authorization: string | undefined, client: Client): Promise<Inspected> {
    if (authorization === undefined) return { session: null, reason: 'missing' };
    const token = /^Bearer ([\w.-]{1,4000})$/i.exec(authorization)?.[1];
    const claims = token === undefined ? null : await accessTokens.read(token, await clock.now());
    if (!claims) return { session: null, reason: 'invalid' };
    const session = await sessions.validateToken(claims.userId, claims.sessionId, client);
    return session ? { session, reason: null } : { session: null, reason: 'ended' };
  }

  return {
    issue,
    inspect,
    validate: async (authorization: string, client: Client) => (await inspect(authorization, client)).session,

    /**
     * A new pair for a refresh token, which is used up. A token that comes back after the grace period was stolen or copied: we can't tell
     * which holder is the owner, so the session ends for both.
     */
    refresh: async (refreshToken: string, client: Client): Promise<{ tokens: TokenPair; session: ValidSession }> => {
      const named = parseUserToken<UserId>(refreshToken);
      if (!named) throw new AppError('REFRESH_TOKEN_INVALID');
      const { userId, hash: tokenHash } = named;
      const now = await clock.now();
      const taken = await refreshTokens.takeRefreshToken(db, { userId, tokenHash }, now);
      if (!taken) throw new AppError('REFRESH_TOKEN_INVALID');
      const session = await sessions.validateToken(userId, taken.publicId, client);
      if (!session) throw new AppError('REFRESH_TOKEN_INVALID');
      if (taken.usedAt !== null && now.getTime() - taken.usedAt.getTime() > REUSE_GRACE_MS) {
        await sessions.endOne(userId, taken.publicId);
        await securityLog.add(db, { userId, kind: 'token_reused', client }, session.email);
        securityLog.emailNotices();
        throw new AppError('REFRESH_TOKEN_REUSED');
      }
      await sessions.extendToken(session);
      return { tokens: await issue(session), session };
    },

    /** A user as clients of this API see it. */
    user: async (userId: UserId): Promise<ApiUser> => getApiUser(db, userId, await clock.now()),
    /**
     * Merges changes into the data that a person's own programs store with the account. Nothing is lost if several programs do so at the
     * same time.
     */
    changeMetadata: (userId: UserId, changes: Metadata): Promise<void> =>
      inTransaction(db, async (trx) => {
        const merged = mergeMetadata(await lockMetadata(trx, userId), changes);
        if (!isSmallMetadata(merged)) throw new AppError('INVALID_INPUT', METADATA_TOO_LARGE);
        await setMetadata(trx, userId, merged);
      }),

    publicKeys: keys.publicKeys,
    sweep: keys.sweep,
  };
}
export type TokenService = ReturnType<typeof createTokenService>;
