import type { Db } from '../client.ts';
import type { UserId } from '../types.gen.ts';

export type PlanChoice = { plan: 'starter' | 'pro' | 'ultimate'; priceId: string };
/** What a link does when it is used, with what it carries for that. */
export type LinkPurpose =
  | { purpose: 'confirm'; passwordHash: string; planChoice: PlanChoice | null }
  | { purpose: 'reset_password' }
  | { purpose: 'change_email'; newEmail: string }
  | { purpose: 'prove' };

export async function addLink(
  db: Db,
  link: { tokenHash: string; userId: UserId; now: Date; expiresAt: Date } & LinkPurpose,
): Promise<void> {
  await db
    .insertInto('email_links')
    .values({
      token_hash: link.tokenHash,
      user_id: link.userId,
      purpose: link.purpose,
      password_hash: link.purpose === 'confirm' ? link.passwordHash : null,
      plan: link.purpose === 'confirm' ? (link.planChoice?.plan ?? null) : null,
      price_id: link.purpose === 'confirm' ? (link.planChoice?.priceId ?? null) : null,
      new_email: link.purpose === 'change_email' ? link.newEmail : null,
      created_at: link.now,
      expires_at: link.expiresAt,
    })
    .execute();
}

export type TakenLink = {
  userId: UserId;
  passwordHash: string | null;
  planChoice: PlanChoice | null;
  newEmail: string | null;
};

/** Uses a link up: one statement, so that it works once however many arrive together. */
export async function takeLink(
  db: Db,
  purpose: LinkPurpose['purpose'],
  tokenHash: string,
  now: Date,
): Promise<TakenLink | undefined> {
  const row = await db
    .deleteFrom('email_links')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning(['user_id', 'password_hash', 'plan', 'price_id', 'new_email'])
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    userId: row.user_id,
    passwordHash: row.password_hash,
    planChoice: row.plan && row.price_id ? { plan: row.plan, priceId: row.price_id } : null,
    newEmail: row.new_email,
  };
}

/** Takes every link of a person out of use, or those of one purpose. */
export async function deleteLinksOf(db: Db, userId: UserId, purpose?: LinkPurpose['purpose']): Promise<void> {
  await db
    .deleteFrom('email_links')
    .where('user_id', '=', userId)
    .$if(purpose !== undefined, (query) => query.where('purpose', '=', purpose ?? 'confirm'))
    .execute();
}

/** The password that waits on the newest link of an account nobody has confirmed. */
export async function findPendingPassword(db: Db, userId: UserId): Promise<string | null> {
  const row = await db
    .selectFrom('email_links')
    .select('password_hash')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'confirm')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.password_hash ?? null;
}

export async function deleteExpiredLinks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('email_links').where('expires_at', '<=', now).execute();
}
