import { createLocalJWKSet, errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { userIdSchema } from '#contract/ids.ts';
import type { UserId } from '#db/types.gen.ts';
import { sha256 } from '#server/lib/crypto/secrets.ts';
import type { ValidSession } from '#server/modules/auth/session.service.ts';
import { SIGNING_ALGORITHM, type SigningKeys } from './signing-keys.ts';

/** How long an access token lives, in seconds. */
export const ACCESS_TOKEN_S = 15 * 60;
const AUDIENCE = 'authenticated';

/** GoTrue's names for the ways of signing in. Source: its `amr` claim. */
const AMR: Record<string, string> = {
  link: 'otp',
  recovery: 'mfa/recovery_code',
  passkey: 'webauthn',
  phone: 'mfa/phone',
};

type Claims = { userId: UserId; sessionId: string; expiresAtS: number };
/** Tokens whose signature was checked recently; the session they name is still looked up each time. */
const REMEMBERED_TOKENS = 10_000;

/** `aal2` once a session has passed its second factor, and while there is one. */
export function assuranceLevel(session: ValidSession): 'aal1' | 'aal2' {
  return session.hasSecondFactor && session.secondFactorAt !== null ? 'aal2' : 'aal1';
}

/** Signs and reads access tokens: ES256 JWTs that anyone can check against the published keys. */
export function createAccessTokens({ keys, issuer }: { keys: SigningKeys; issuer: string }) {
  // With `max` instead of `maxSize`, it would allocate room for all tokens at once.
  const known = new LRUCache<string, Claims>({ maxSize: REMEMBERED_TOKENS, sizeCalculation: () => 1 });

  async function check(token: string, now: Date): Promise<Claims | null> {
    try {
      const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: await keys.publicKeys() }), {
        issuer,
        audience: AUDIENCE,
        algorithms: [SIGNING_ALGORITHM],
        requiredClaims: ['exp', 'sub', 'session_id'],
        currentDate: now,
      });
      const { sub, session_id: sessionId, exp } = payload;
      const { data: userId } = userIdSchema.safeParse(sub);
      if (userId === undefined || typeof sessionId !== 'string' || exp === undefined) return null;
      return { userId, sessionId, expiresAtS: exp };
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }

  return {
    sign: async (session: ValidSession, now: Date): Promise<{ token: string; expiresAtS: number }> => {
      const { kid, privateKey } = await keys.current();
      const issuedAtS = Math.floor(now.getTime() / 1000);
      const authenticatedAtS = Math.floor(session.authenticatedAt.getTime() / 1000);
      const expiresAtS = issuedAtS + ACCESS_TOKEN_S;
      const token = await new SignJWT({
        email: session.email,
        phone: '',
        role: 'authenticated',
        aal: assuranceLevel(session),
        amr: session.methods.map((method) => ({ method: AMR[method] ?? method, timestamp: authenticatedAtS })),
        session_id: session.publicId,
        is_anonymous: false,
        app_metadata: {},
        user_metadata: {},
      })
        .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setSubject(session.userId)
        .setIssuedAt(issuedAtS)
        .setExpirationTime(expiresAtS)
        .sign(privateKey);
      return { token, expiresAtS };
    },

    /** The user that a token names, or null if it isn't ours, was tampered with or has expired. */
    read: async (token: string, now: Date): Promise<Claims | null> => {
      const key = sha256(token);
      const claims = known.get(key) ?? (await check(token, now));
      if (claims === null || claims.expiresAtS * 1000 <= now.getTime()) return null;
      known.set(key, claims);
      return claims;
    },
  };
}
