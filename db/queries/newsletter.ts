import { sql } from 'kysely';
import type { Db } from '../client.ts';

type Asking = {
  id: string;
  email: string;
  /** How the mailbox is told from others. */
  mailbox: string;
  unsubscribeToken: string;
  now: Date;
  /** When the day began in which `mailsPerDay` mails go to one address. */
  dayBegan: Date;
  mailsPerDay: number;
};

/**
 * Somebody typed this address: a new row or the one there is, and a mail that is due unless it had its share today. One
 * statement, the same whether the address is new, waiting or confirmed. The spelling that came first stays: a link that
 * was mailed to one spelling must not confirm another.
 */
export async function askForLetters(db: Db, asking: Asking): Promise<void> {
  const isNewDay = sql<boolean>`newsletter_subscribers.asked_at < ${asking.dayBegan}`;
  const mayMail = sql<boolean>`(${isNewDay} or newsletter_subscribers.asked_times < ${asking.mailsPerDay})`;
  await db
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
        confirm_mail_due: sql<boolean>`newsletter_subscribers.confirm_mail_due or ${mayMail}`,
        mail_tried_at: sql<Date>`case when newsletter_subscribers.confirm_mail_due then newsletter_subscribers.mail_tried_at end`,
      }),
    )
    .execute();
}

export type DueConfirmation = { id: string; email: string; isConfirmed: boolean; unsubscribeToken: string };
type Wish = { now: Date; notBefore: Date; retryBefore: Date; limit: number };

/** Takes mails to those who typed their address, so that two processes never send the same one (see mail-round). */
export async function takeDueConfirmations(db: Db, wish: Wish): Promise<DueConfirmation[]> {
  const due = db
    .selectFrom('newsletter_subscribers')
    .select('id')
    .where('confirm_mail_due', '=', true)
    .where((where) => where.or([where('mail_tried_at', 'is', null), where('mail_tried_at', '<', wish.retryBefore)]))
    .where('asked_at', '>=', wish.notBefore)
    .orderBy('mail_tried_at', (order) => order.asc().nullsFirst())
    .orderBy('asked_at')
    .limit(wish.limit)
    .forUpdate()
    .skipLocked();
  return db
    .with('due', () => due)
    .updateTable('newsletter_subscribers')
    .from('due')
    .set({ mail_tried_at: wish.now })
    .whereRef('newsletter_subscribers.id', '=', 'due.id')
    .returning((select) => [
      'newsletter_subscribers.id',
      'newsletter_subscribers.email',
      'newsletter_subscribers.unsubscribe_token as unsubscribeToken',
      select('newsletter_subscribers.confirmed_at', 'is not', null).$castTo<boolean>().as('isConfirmed'),
    ])
    .execute();
}

/** Puts the link that is mailed now in the place of those before it. Returns whether the address still waits for one. */
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

export async function noteConfirmationMailed(db: Db, id: string): Promise<void> {
  await db.updateTable('newsletter_subscribers').set({ confirm_mail_due: false }).where('id', '=', id).execute();
}

/** Uses a link up: one statement, so that it works once however many arrive together. Returns whether it worked. */
export async function confirmSubscription(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('newsletter_subscribers')
    .set({ confirmed_at: now, confirm_hash: null, confirm_expires_at: null, confirm_mail_due: false })
    .where('confirm_hash', '=', tokenHash)
    .where('confirm_expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The row goes, and what letters there were with it. */
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

/** Forgets addresses that were typed before `before` and never confirmed. */
export async function deleteUnconfirmedSubscriptions(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('newsletter_subscribers')
    .where('confirmed_at', 'is', null)
    .where('asked_at', '<', before)
    .execute();
}
