import { sql } from 'kysely';
import type { PaidTier } from '#contract/billing/tiers.ts';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';
import { scheduleApprovalEmails } from '../automations/approval-emails.ts';
import { holdPerson } from './users.ts';

export type PlanChoice = { plan: PaidTier; priceId: string };
/** A pending sign-up. It includes the requested page, since the email may be opened in another browser. */
export type PendingSignUp = {
  passwordHash: string;
  planChoice: PlanChoice | null;
  redirect: string | null;
  metadata: Record<string, unknown>;
};
/** What a link does when it is used, and the data it needs for that. */
export type LinkPurpose =
  | ({ purpose: 'confirm' } & PendingSignUp)
  | { purpose: 'reset_password' }
  | { purpose: 'change_email'; newEmail: string }
  | { purpose: 'reauthenticate' }
  | { purpose: 'approval'; approvalId: string };

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
      redirect: link.purpose === 'confirm' ? link.redirect : null,
      new_email: link.purpose === 'change_email' ? link.newEmail : null,
      approval_id: link.purpose === 'approval' ? link.approvalId : null,
      ...(link.purpose === 'confirm' ? { metadata: link.metadata } : {}),
      created_at: link.now,
      expires_at: link.expiresAt,
    })
    .execute();
}

/** What identifies a link: its owner and the hash of its secret. */
export type LinkKey = { userId: UserId; purpose: LinkPurpose['purpose']; tokenHash: string };

export type TakenLink = {
  passwordHash: string | null;
  planChoice: PlanChoice | null;
  redirect: string | null;
  /** The address that the account gets: a new one, or the former one that a reset restores. */
  newEmail: string | null;
  metadata: Record<string, unknown>;
};

/**
 * Uses up a link in one statement, so that it works once however many requests arrive together. Its owner is locked
 * first, because what follows changes the person, who comes before their links (`holdPerson`).
 */
export async function takeLink(
  db: Db,
  { userId, purpose, tokenHash }: LinkKey,
  now: Date,
): Promise<TakenLink | undefined> {
  const row = await db
    .with('owner', (from) =>
      from
        .selectFrom('users')
        .select('id')
        .where('id', '=', userId)
        .where((where) =>
          where.exists(
            where
              .selectFrom('email_links')
              .select('token_hash')
              .where('user_id', '=', userId)
              .where('token_hash', '=', tokenHash),
          ),
        )
        .forNoKeyUpdate(),
    )
    .deleteFrom('email_links')
    .where('user_id', '=', userId)
    .where((where) => where.exists(where.selectFrom('owner').select('id')))
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning(['password_hash', 'plan', 'price_id', 'redirect', 'new_email', 'metadata'])
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    passwordHash: row.password_hash,
    planChoice: row.plan && row.price_id ? { plan: row.plan, priceId: row.price_id } : null,
    redirect: row.redirect,
    newEmail: row.new_email,
    metadata: row.metadata,
  };
}

/** Invalidates a person's links for one purpose, because a new one takes their place or they're no longer wanted. */
export async function deleteLinksOf(db: Db, userId: UserId, purpose: LinkPurpose['purpose']): Promise<void> {
  await db.deleteFrom('email_links').where('user_id', '=', userId).where('purpose', '=', purpose).execute();
}

/**
 * Ends every link and code in an email that acts in a person's name. Call this inside the transaction of any change
 * after which the mailbox, or someone who was signed in, can't be trusted anymore: a new password or address, signing
 * out everywhere, deleting the account. Pending approvals are emailed again, with a new link, to the address that the
 * account has by then.
 */
export async function endEmailLinks(trx: Db, userId: UserId, now: Date): Promise<void> {
  // Preparing an email locks the user, too: its link is added either before this, and ends here, or after it, and is
  // new.
  await holdPerson(trx, userId);
  await sql`
    with ended as (delete from email_links where user_id = ${userId} returning approval_id)
    update automation_approvals set link_number = link_number + 1, emailed_at = null
    where user_id = ${userId} and id in (select approval_id from ended)`.execute(trx);
  await scheduleApprovalEmails(trx, userId, now);
}

/** The data in an unconfirmed account's links, newest first. Resending a link copies its password. */
export async function listPendingSignUps(db: Db, userId: UserId): Promise<PendingSignUp[]> {
  const rows = await db
    .selectFrom('email_links')
    .select(['password_hash', 'plan', 'price_id', 'redirect', 'metadata'])
    .where('user_id', '=', userId)
    .where('purpose', '=', 'confirm')
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute();
  return rows.flatMap(({ password_hash: passwordHash, plan, price_id: priceId, ...rest }) =>
    passwordHash === null ? [] : [{ passwordHash, planChoice: plan && priceId ? { plan, priceId } : null, ...rest }],
  );
}

/** Whether there is such a link, and it is still valid. */
export async function isLinkValid(db: Db, { userId, purpose, tokenHash }: LinkKey, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('email_links')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the approval that a link answers, unless the link has ended. */
export async function findApprovalOfLink(
  db: Db,
  { userId, tokenHash }: Omit<LinkKey, 'purpose'>,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('email_links')
    .select('approval_id as approvalId')
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', 'approval')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.approvalId ?? undefined;
}

/**
 * Adds a link for the account that has this address or, if none has confirmed it, for the last one that had it after
 * `formerEmailCutoff`. The lock has it wait for a change of the address. It's one statement whether or not there is
 * one. Returns whose it is, whether the link restores the address, and the address as its owner wrote it: an email to
 * any other spelling might reach someone else.
 */
export async function addResetLinkFor(
  db: Db,
  link: { email: string; tokenHash: string; now: Date; expiresAt: Date; formerEmailCutoff: Date },
): Promise<{ userId: UserId; email: string; isFormer: boolean } | undefined> {
  const lower = link.email.toLowerCase();
  const { rows } = await sql<{ userId: UserId; email: string; isFormer: boolean }>`
    with owner as (
      select id, email, email_confirmed_at is null as is_new from users where email_lower = ${lower} for share),
    former as (
      select user_id as id, email from former_emails
      where email_lower = ${lower} and replaced_at > ${link.formerEmailCutoff}::timestamptz
        and not exists (select from owner where not is_new)
      order by replaced_at desc limit 1),
    person as (
      select id, email, true as is_former from former
      union all
      select id, email, false from owner where not exists (select from former)),
    added as (
      insert into email_links (token_hash, user_id, purpose, new_email, created_at, expires_at)
      select ${link.tokenHash}, id, 'reset_password', case when is_former then email end,
        ${link.now}::timestamptz, ${link.expiresAt}::timestamptz
      from person
    )
    select id as "userId", email, is_former as "isFormer" from person`.execute(db);
  return rows[0];
}

/**
 * A sign-up's link is kept after it expires, together with the password it would set. Other links are deleted when they
 * expire.
 */
export async function deleteExpiredLinks(db: Db, now: Date, signUpsBefore: Date): Promise<void> {
  await db
    .deleteFrom('email_links')
    .where('expires_at', '<=', now)
    .where((where) => where.or([where('purpose', '<>', 'confirm'), where('expires_at', '<=', signUpsBefore)]))
    .execute();
}
