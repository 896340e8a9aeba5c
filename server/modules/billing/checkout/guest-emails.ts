import { readPriceId, PLAN_NAMES } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import * as purchases from '#db/queries/billing/guest-purchases.ts';
import { findAccountByEmail } from '#db/queries/identity/users.ts';
import {
  guestEndedEmail,
  guestPurchaseEmail,
  guestReminderEmail,
} from '#server/content/emails/guest-purchase-emails.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { StripeGateway } from '#server/gateways/stripe/stripe.ts';
import type { Payload } from '#server/jobs/queues.ts';
import { schedule } from '#server/jobs/schedule.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { closesAt, remindersDue } from './guest-times.ts';

type Kind = Payload<'guest-email'>['kind'];
type Purchase = purchases.GuestPurchase;

/** Schedules an email to the address that the purchase has now. After a correction the job does nothing. */
export const scheduleGuestEmail = (
  trx: Db,
  { id, corrections }: Pick<Purchase, 'id' | 'corrections'>,
  kind: Kind,
  dueAt: Date,
): Promise<void> =>
  schedule(trx, 'guest-email', { key: `${id} ${corrections} ${kind}`, payload: { id, kind, corrections }, dueAt });

type Dependencies = { db: Db; clock: Clock; stripe: StripeGateway; mail: MailGateway; publicUrl: string };

/** The emails about a guest's purchase: where to confirm it, two reminders, and that it was ended. */
export function createGuestEmails({ db, clock, stripe, mail, publicUrl }: Dependencies) {
  async function factsOf(purchase: Purchase) {
    const account = await findAccountByEmail(db, purchase.email);
    return {
      purchaseId: purchase.id,
      corrections: purchase.corrections,
      sessionId: purchase.sessionId,
      planName: PLAN_NAMES[readPriceId(purchase.priceId)?.plan ?? 'free'],
      hasAccount: account?.emailConfirmedAt != null,
      closesAt: closesAt(purchase),
      publicUrl,
    };
  }

  const send = (email: OutgoingEmail, { id, corrections }: Purchase, kind: string) =>
    mail.send({ ...email, id: `guest purchase ${id} ${corrections} ${kind}` });

  async function confirm(purchase: Purchase, now: Date): Promise<void> {
    const { id, email, corrections, customerId, closedAt, emailedAt } = purchase;
    if (closedAt || emailedAt || now >= closesAt(purchase)) return;
    // Stripe writes to the corrected address, too.
    if (corrections > 0 && customerId) await stripe.updateEmail(customerId, email);
    await send(guestPurchaseEmail(email, await factsOf(purchase)), purchase, 'confirm');
    await purchases.noteGuestEmailed(db, { id, corrections, now });
  }

  async function remind(purchase: Purchase, now: Date): Promise<void> {
    const { id, email, closedAt, reminders } = purchase;
    const due = remindersDue(purchase, now);
    if (closedAt || reminders >= due || now >= closesAt(purchase)) return;
    // A stranger can start any number of purchases with an address; it is reminded of the newest only.
    if (await purchases.hasNewerPurchase(db, purchase)) return;
    await send(guestReminderEmail(email, await factsOf(purchase)), purchase, `reminder ${due}`);
    await purchases.noteGuestReminded(db, id, due);
  }

  async function sayEnded(purchase: Purchase, refundedCents: number): Promise<void> {
    const { email } = purchase;
    if (refundedCents === 0 && (await purchases.hasNewerPurchase(db, purchase))) return;
    await send(guestEndedEmail(email, { ...(await factsOf(purchase)), refundedCents }), purchase, 'ended');
  }

  return {
    /** Sends an email that is still true, to the address that the purchase had when it was scheduled. */
    send: async ({ id, kind, corrections }: Payload<'guest-email'>): Promise<void> => {
      const purchase = await purchases.findPurchase(db, id);
      if (!purchase || purchase.corrections !== corrections || purchase.outcome === 'claimed') return;
      const now = await clock.now();
      if (kind === 'confirm') return confirm(purchase, now);
      if (kind === 'reminder') return remind(purchase, now);
      if (purchase.returnedCents !== null) await sayEnded(purchase, purchase.returnedCents);
    },
  };
}
