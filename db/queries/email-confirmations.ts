import type { Db } from '../client.ts';
import type { UserId } from '../types.gen.ts';

export type PlanChoice = { plan: 'starter' | 'pro' | 'ultimate'; priceId: string };

export async function addConfirmation(
  db: Db,
  confirmation: {
    tokenHash: string;
    userId: UserId;
    passwordHash: string;
    planChoice: PlanChoice | null;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await db
    .insertInto('email_confirmations')
    .values({
      token_hash: confirmation.tokenHash,
      user_id: confirmation.userId,
      password_hash: confirmation.passwordHash,
      plan: confirmation.planChoice?.plan ?? null,
      price_id: confirmation.planChoice?.priceId ?? null,
      created_at: confirmation.now,
      expires_at: confirmation.expiresAt,
    })
    .execute();
}

/** Uses a link up: one statement, so that it works once however many arrive together. */
export async function takeConfirmation(
  db: Db,
  tokenHash: string,
  now: Date,
): Promise<{ userId: UserId; passwordHash: string; planChoice: PlanChoice | null } | undefined> {
  const row = await db
    .deleteFrom('email_confirmations')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning(['user_id', 'password_hash', 'plan', 'price_id'])
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    userId: row.user_id,
    passwordHash: row.password_hash,
    planChoice: row.plan && row.price_id ? { plan: row.plan, priceId: row.price_id } : null,
  };
}

export async function deleteConfirmationsOf(db: Db, userId: UserId): Promise<void> {
  await db.deleteFrom('email_confirmations').where('user_id', '=', userId).execute();
}

/** The password that waits on the newest link of an account nobody has confirmed. */
export async function findPendingPassword(db: Db, userId: UserId): Promise<string | null> {
  const row = await db
    .selectFrom('email_confirmations')
    .select('password_hash')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.password_hash ?? null;
}
