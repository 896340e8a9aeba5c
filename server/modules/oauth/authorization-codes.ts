import { createHash } from 'node:crypto';
import type { Db } from '#db/client.ts';
import * as codes from '#db/queries/identity/authorization-codes.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import { parseUserToken, randomToken, sha256, userToken } from '#server/lib/crypto/secrets.ts';
import type { Person } from '#server/modules/auth/sign-in.service.ts';

/** As long as GoTrue's. */
const CODE_MINUTES = 5;

/** The S256 challenge of a secret (RFC 7636, section 4.2). */
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

/** Codes that a client of `/auth/v1` exchanges for a session. */
export function createAuthorizationCodes({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** Throws SIGN_IN_STALE if the person's sessions have all been ended since they were authenticated. */
    issue: async ({ id: userId, generation }: Person, codeChallenge: string): Promise<string> => {
      const secret = randomToken();
      const now = await clock.now();
      const expiresAt = new Date(now.getTime() + CODE_MINUTES * 60_000);
      const code = { codeHash: sha256(secret), userId, generation, codeChallenge, now, expiresAt };
      if (!(await codes.addAuthorizationCode(db, code))) throw new AppError('SIGN_IN_STALE');
      return userToken(userId, secret);
    },

    /** Uses up the code even if the verifier is wrong, because then it wasn't sent by the client that the code was made for. */
    redeem: async (code: string, verifier: string): Promise<Person | 'unknown code' | 'wrong verifier'> => {
      const named = parseUserToken<UserId>(code);
      if (!named) return 'unknown code';
      const { userId, hash: codeHash } = named;
      const taken = await codes.takeAuthorizationCode(db, { userId, codeHash }, await clock.now());
      if (!taken) return 'unknown code';
      const { codeChallenge, ...person } = taken;
      return challengeOf(verifier) === codeChallenge ? person : 'wrong verifier';
    },

    sweep: async (): Promise<void> => codes.deleteExpiredAuthorizationCodes(db, await clock.now()),
  };
}
