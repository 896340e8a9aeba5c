import type { Db } from '#db/client.ts';
import * as refreshTokens from '#db/queries/refresh-tokens.ts';
import { inTransaction } from '#db/transaction.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Client } from '#server/lib/client.ts';
import { randomToken, sha256 } from '#server/lib/secrets.ts';
import type { SessionService, ValidSession } from '#server/modules/auth/session.service.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';
import { ACCESS_TOKEN_S, createAccessTokens } from './access-token.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Tabs and retries may show the same refresh token again for this long, in milliseconds. */
const REUSE_GRACE_MS = 10_000;

/** What a script holds. `expiresAtS` is in seconds since 1970. */
export type TokenPair = { accessToken: string; refreshToken: string; expiresInS: number; expiresAtS: number };
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

  /** Tokens for a session. Refresh tokens given out before stop working when `isOnly`. */
  async function issue(session: ValidSession, { isOnly = false } = {}): Promise<TokenPair> {
    const now = await clock.now();
    const refreshToken = randomToken();
    const { userId, publicId } = session;
    await inTransaction(db, async (trx) => {
      if (isOnly) await refreshTokens.deleteRefreshTokensOf(trx, userId, publicId);
      await refreshTokens.addRefreshToken(trx, { tokenHash: sha256(refreshToken), userId, publicId, now });
    });
    return pair(session, refreshToken, now);
  }

  return {
    issue,

    /** The session behind `Authorization: Bearer ...`, or null. */
    validate: async (authorization: string, client: Client): Promise<ValidSession | null> => {
      const token = /^Bearer ([\w.-]{1,4000})$/i.exec(authorization)?.[1];
      const claims = token === undefined ? null : await accessTokens.read(token, await clock.now());
      return claims && sessions.validateToken(claims.userId, claims.sessionId, client);
    },

    /**
     * A new pair for a refresh token, which is used up by it. One that comes back later than the grace was stolen or
     * copied: nobody knows which of the two is the owner, so the session ends for both.
     */
    refresh: async (refreshToken: string, client: Client): Promise<{ tokens: TokenPair; session: ValidSession }> => {
      const now = await clock.now();
      const taken = await refreshTokens.takeRefreshToken(db, sha256(refreshToken), now);
      if (!taken) throw new AppError('REFRESH_TOKEN_INVALID');
      const session = await sessions.validateToken(taken.userId, taken.publicId, client);
      if (!session) throw new AppError('REFRESH_TOKEN_INVALID');
      if (taken.usedAt !== null && now.getTime() - taken.usedAt.getTime() > REUSE_GRACE_MS) {
        await sessions.endOne(taken.userId, taken.publicId);
        await securityLog.add(db, { userId: taken.userId, kind: 'token_reused', client }, session.email);
        await securityLog.tell(taken.userId);
        throw new AppError('REFRESH_TOKEN_REUSED');
      }
      return { tokens: await issue(session), session };
    },

    publicKeys: keys.publicKeys,
    sweep: keys.sweep,
  };
}
export type TokenService = ReturnType<typeof createTokenService>;
