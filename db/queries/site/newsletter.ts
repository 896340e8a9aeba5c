import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { enqueueJobs } from '../jobs/scheduled-jobs.ts';

type Asking = {
  id: string;
  email: string;
  /** Identifies the mailbox. */
  mailbox: string;
  unsubscribeToken: string;
  now: Date;
  /** The start of the day in which `emailsPerDay` emails go to one address. */
  dayBegan: Date;
  emailsPerDay: number;
};

/**
 * Someone typed this address: adds a row or updates the existing one, and makes an email due unless the address has had its share today.
 * One statement, the same whether the address is new, waiting or confirmed. The first spelling stays: a link that was mailed to one
 * spelling must not confirm another.
 */
export async function requestSubscription(db: Db, asking: Asking): Promise<void> {
  const isNewDay = sql<boolean>`newsletter_subscribers.asked_at < ${asking.dayBegan}`;
  const mayEmail = sql<boolean>`(${isNewDay} or newsletter_subscribers.asked_times < ${asking.emailsPerDay})`;
  const asked = (query: Pick<Db, 'insertInto'>) =>
    query
      .insertInto('newsletter_subscribers')
      .values({
        id: asking.id,
        email: asking.email,
        email_lower: asking.mailbox,
        asked_at: asking.now,
        unsubscribe_token: asking.unsubscribeToken,
      })
      .onConflict((conflict) =>
        conflict.column('email_lower').doUpdateSet({
          asked_at: asking.now,
          asked_times: sql<number>`case when ${isNewDay} then 1 else newsletter_subscribers.asked_times + 1 end`,
          confirm_email_due: sql<boolean>`newsletter_subscribers.confirm_email_due or ${mayEmail}`,
        }),
      )
      .returning(['id', 'confirm_email_due']);
  const confirmation = enqueueJobs({
    queue: 'newsletter-confirmation',
    key: sql`id::text`,
    payload: { id: sql`id` },
    dueAt: sql`${asking.now}::timestamptz`,
    from: sql`asked where confirm_email_due`,
  });
  await db
    .with('asked', asked)
    .with('scheduled', () => sql`(${confirmation})`)
    .selectFrom('asked')
    .select('id')
    .execute();
}

export type DueConfirmation = {
  email: string;
  /** How often the address was entered, and when last: each email answers one time. */
  askedAt: Date;
  askedTimes: number;
  isConfirmed: boolean;
  unsubscribeToken: string;
};

/** Somebody who is to be emailed because they signed up. */
export async function findDueConfirmation(db: Db, id: string): Promise<DueConfirmation | undefined> {
  return db
    .selectFrom('newsletter_subscribers')
    .select((select) => [
      'email',
      'asked_at as askedAt',
      'asked_times as askedTimes',
      'unsubscribe_token as unsubscribeToken',
      select('confirmed_at', 'is not', null).$castTo<boolean>().as('isConfirmed'),
    ])
    .where('id', '=', id)
    .where('confirm_email_due', '=', true)
    .executeTakeFirst();
}

/** Replaces earlier links with the one being emailed now. Returns whether the address is still waiting for one. */
export async function setConfirmLink(
  db: Db,
  link: { id: string; tokenHash: string; expiresAt: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('newsletter_subscribers')
    .set({ confirm_hash: link.tokenHash, confirm_expires_at: link.expiresAt })
    .where('id', '=', link.id)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function noteConfirmationEmailed(db: Db, id: string): Promise<void> {
  await db.updateTable('newsletter_subscribers').set({ confirm_email_due: false }).where('id', '=', id).execute();
}

/** Uses up a link in one statement, so that it works once however many requests arrive together. Returns whether it worked. */
export async function confirmSubscription(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('newsletter_subscribers')
    .set({ confirmed_at: now, confirm_hash: null, confirm_expires_at: null, confirm_email_due: false })
    .where('confirm_hash', '=', tokenHash)
    .where('confirm_expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the row, and its deliveries with it. */
export async function deleteSubscriptionByToken(db: Db, unsubscribeToken: string): Promise<void> {
  await db.deleteFrom('newsletter_subscribers').where('unsubscribe_token', '=', unsubscribeToken).execute();
}

export async function deleteSubscriptionOf(db: Db, mailbox: string): Promise<void> {
  await db.deleteFrom('newsletter_subscribers').where('email_lower', '=', mailbox).execute();
}

export type Subscription = { email: string; askedAt: Date; confirmedAt: Date | null };

export async function findSubscription(db: Db, mailbox: string): Promise<Subscription | undefined> {
  return db
    .selectFrom('newsletter_subscribers')
    .select(['email', 'asked_at as askedAt', 'confirmed_at as confirmedAt'])
    .where('email_lower', '=', mailbox)
    .executeTakeFirst();
}

/** Deletes addresses that were typed before `before` and never confirmed. */
export async function deleteUnconfirmedSubscriptions(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('newsletter_subscribers')
    .where('confirmed_at', 'is', null)
    .where('asked_at', '<', before)
    .execute();
}
