import type { Db } from '../client.ts';
import type { UserId } from '../types.gen.ts';
import type { PlanChoice } from './email-links.ts';
import type { Provider } from './identities.ts';

export type OAuthAttempt = {
  /** Set when somebody who is signed in links an account. */
  userId: UserId | null;
  planChoice: PlanChoice | null;
  redirect: string | null;
};

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
      created_at: attempt.now,
      expires_at: attempt.expiresAt,
    })
    .execute();
}

/** Uses an attempt up, in one statement, so that it works once. Only the browser that left is given it. */
export async function takeOAuthAttempt(
  db: Db,
  wish: { stateHash: string; browserHash: string; provider: Provider; now: Date },
): Promise<OAuthAttempt | undefined> {
  const row = await db
    .deleteFrom('oauth_attempts')
    .where('state_hash', '=', wish.stateHash)
    .where('browser_hash', '=', wish.browserHash)
    .where('provider', '=', wish.provider)
    .where('expires_at', '>', wish.now)
    .returning(['user_id', 'plan', 'price_id', 'redirect'])
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    userId: row.user_id,
    planChoice: row.plan && row.price_id ? { plan: row.plan, priceId: row.price_id } : null,
    redirect: row.redirect,
  };
}

export async function deleteExpiredOAuthAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('oauth_attempts').where('expires_at', '<=', now).execute();
}
