import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';
import type { PlanChoice } from './email-links.ts';
import type { Provider } from './identities.ts';

export type OAuthAttempt = {
  /** Set when a signed-in person links an account. */
  userId: UserId | null;
  planChoice: PlanChoice | null;
  redirect: string | null;
  /** Set when a client of /auth/v1 started it. */
  authorization: ClientAuthorization | null;
};
/** Where a client gets its authorization code, and the SHA-256 of its secret in base64url (RFC 7636). */
export type ClientAuthorization = { redirectTo: string; codeChallenge: string };

export async function addOAuthAttempt(
  db: Db,
  attempt: OAuthAttempt & { stateHash: string; browserHash: string; provider: Provider; now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('oauth_attempts')
    .values({
      state_hash: attempt.stateHash,
      provider: attempt.provider,
      browser_hash: attempt.browserHash,
      user_id: attempt.userId,
      plan: attempt.planChoice?.plan ?? null,
      price_id: attempt.planChoice?.priceId ?? null,
      redirect: attempt.redirect,
      client_redirect: attempt.authorization?.redirectTo ?? null,
      code_challenge: attempt.authorization?.codeChallenge ?? null,
      created_at: attempt.now,
      expires_at: attempt.expiresAt,
    })
    .execute();
}

/** Uses up an attempt in one statement, so that it works once. It is returned only to the browser that started it. */
export async function takeOAuthAttempt(
  db: Db,
  attempt: { stateHash: string; browserHash: string; provider: Provider; now: Date },
): Promise<OAuthAttempt | undefined> {
  const row = await db
    .deleteFrom('oauth_attempts')
    .where('state_hash', '=', attempt.stateHash)
    .where('browser_hash', '=', attempt.browserHash)
    .where('provider', '=', attempt.provider)
    .where('expires_at', '>', attempt.now)
    .returning(['user_id', 'plan', 'price_id', 'redirect', 'client_redirect', 'code_challenge'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { client_redirect: redirectTo, code_challenge: codeChallenge } = row;
  return {
    userId: row.user_id,
    planChoice: row.plan && row.price_id ? { plan: row.plan, priceId: row.price_id } : null,
    redirect: row.redirect,
    authorization: redirectTo !== null && codeChallenge !== null ? { redirectTo, codeChallenge } : null,
  };
}

export async function deleteExpiredOAuthAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('oauth_attempts').where('expires_at', '<=', now).execute();
}
