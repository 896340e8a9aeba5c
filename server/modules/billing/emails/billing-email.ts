import { z } from 'zod';
import type { Card } from '#contract/billing/card.ts';
import { quote } from '#contract/billing/discounts.ts';
import { PAYMENT_REMINDER_DAYS, RENEWAL_NOTICE_DAYS } from '#contract/notices.ts';
import { DAY_MS, PLAN_NAMES, PRICE_IDS, readPriceId } from '#contract/billing/plans.ts';
import { PAID_TIERS, type PaidTier } from '#contract/billing/tiers.ts';
import type { Db } from '#db/client.ts';
import { addEndedNotices, addPaymentReminders, addRenewalNotices } from '#db/queries/billing/money-notices.ts';
import { listCustomers } from '#db/queries/billing/stripe-customers.ts';
import { getBilling, type KnownSubscription } from '#db/queries/billing/subscriptions.ts';
import type { DueEmail } from '#db/queries/notices/notices.ts';
import type { NextPayment, Payer } from '#server/content/emails/money-words.ts';
import { paymentFailedEmail } from '#server/content/emails/payment-failed-email.ts';
import * as plans from '#server/content/emails/plan-emails.ts';
import { purchaseEmail, receiptEmail, renewalEmail } from '#server/content/emails/purchase-emails.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { StripeGateway } from '#server/gateways/stripe/stripe.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { isLive } from '../entitlement.ts';
import { withoutDocuments } from '../paid-elsewhere.ts';
import { refundDetailsSchema } from './refund-details.ts';
import { cardOf, invoicesOf } from '../sync/subscription-state.ts';

/** A plan that ended longer ago than this, in days, gets no email: the product was down at the time. */
const ENDED_TOLD_DAYS = 30;

type Dependencies = { db: Db; clock: Clock; stripe: StripeGateway; publicUrl: string; isTaxed: boolean };
type Facts = { due: DueEmail; payer: Payer; known: KnownSubscription; card: Card | null; now: Date };
/** Null if what it would say is no longer true. */
type Compose = (facts: Facts) => Promise<OutgoingEmail | null>;

const price = z.enum(PRICE_IDS);
const changeDetails = z.object({ from: price, to: price });
const failedDetails = z.object({ isReminder: z.boolean().default(false) });
const endDetails = z.object({ endsAt: z.iso.datetime() });
const endedDetails = z.object({ plan: z.enum(PAID_TIERS), endedAt: z.coerce.date(), isUnpaid: z.boolean() });

const planOf = ({ priceId: key }: KnownSubscription): PaidTier => readPriceId(key)?.plan ?? 'starter';

/** The emails about purchases, plans and payments, from what is known when they are sent (EMAIL-18, EMAIL-25 to EMAIL-32). */
export function createBillingEmails({ db, clock, stripe, publicUrl, isTaxed }: Dependencies) {
  /** The price and the next payment, with its tax. */
  async function moneyOf(known: KnownSubscription): Promise<{ priceCents: number; next: NextPayment }> {
    const { priceCents, nextCents, nextAt: at } = invoicesOf(known);
    if (!isTaxed || at === null) return { priceCents, next: { cents: nextCents, isBeforeTax: isTaxed, at } };
    const { totalCents, taxCents } = await stripe.previewRenewal(known.subscriptionId);
    return { priceCents, next: { cents: totalCents, isBeforeTax: taxCents === null, at } };
  }

  async function receipt({ due, payer, card, now }: Facts): Promise<OutgoingEmail | null> {
    const found = await stripe.readInvoice(due.subject);
    if (!found || found.status !== 'paid') return null;
    const customers = await listCustomers(db, due.userId);
    const isElsewhere = customers.some(({ id, isPaidElsewhere }) => id === found.customerId && isPaidElsewhere);
    const invoice = isElsewhere ? withoutDocuments(found) : found;
    const content = invoice.pdfUrl ? await stripe.fetchPdf(invoice.pdfUrl) : null;
    const filename = `invoice-${(invoice.number ?? invoice.id).replaceAll(/[^\w-]/g, '')}.pdf`;
    return receiptEmail(payer, {
      ...invoice,
      paidAt: invoice.paidAt ?? now,
      card,
      pdf: content && { filename, contentType: 'application/pdf', content },
    });
  }

  async function paymentFailed({ due, payer, known, card }: Facts): Promise<OutgoingEmail | null> {
    const keptUntil = due.planEndsAt;
    if (known.stripeStatus !== 'past_due' || keptUntil === null) return null;
    const { isReminder } = failedDetails.parse(due.details);
    const open = await stripe.findOpenInvoice(known.subscriptionId);
    return paymentFailedEmail(payer, {
      planName: PLAN_NAMES[planOf(known)],
      amountCents: open?.dueCents ?? known.unpaidCents,
      card,
      payUrl: known.isPaidElsewhere ? null : (open?.pageUrl ?? null),
      keptUntil,
      isReminder,
    });
  }

  const compose: Partial<Record<DueEmail['topic'], Compose>> = {
    payment_failed: paymentFailed,
    receipt,
    purchase: async ({ due, payer, known, card }) => {
      if (!isLive(known.stripeStatus) || known.subscriptionId !== due.subject) return null;
      const { hasCard, creditCents } = known;
      const isInTrial = known.stripeStatus === 'trialing';
      return purchaseEmail(payer, {
        price: known.priceId ?? '',
        ...(await moneyOf(known)),
        creditCents,
        isInTrial,
        hasCard,
        card,
      });
    },
    plan_change: async ({ due, payer, known, card }) => {
      const { from, to } = changeDetails.parse(due.details);
      if (known.priceId !== to || !isLive(known.stripeStatus)) return null;
      const { creditCents } = known;
      return plans.planChangedEmail(payer, { from, to, ...(await moneyOf(known)), creditCents, card });
    },
    change_scheduled: async ({ due, payer, known, card }) => {
      const { from, to } = changeDetails.parse(due.details);
      if (known.scheduledPriceId !== to || known.scheduledAt === null) return null;
      const { laterCents } = quote(to, null);
      return plans.changeScheduledEmail(payer, { from, to, priceCents: laterCents, at: known.scheduledAt, card });
    },
    cancellation: async ({ due, payer, known }) => {
      const endsAt = new Date(endDetails.parse(due.details).endsAt);
      if (isLive(known.stripeStatus) && known.cancelAt === null) return null;
      return plans.cancellationEmail(payer, { plan: planOf(known), endsAt, creditCents: known.creditCents });
    },
    cancellation_undone: async ({ payer, known, card }) => {
      if (known.cancelAt !== null || !isLive(known.stripeStatus)) return null;
      return plans.cancellationUndoneEmail(payer, { plan: planOf(known), ...(await moneyOf(known)), card });
    },
    refund: async ({ due, payer, card }) =>
      plans.refundEmail(payer, { ...refundDetailsSchema.parse(due.details), card }),
    renewal: async ({ payer, known, card, now }) => {
      const { priceId: key, currentPeriodEnd: at } = known;
      const renews = known.stripeStatus === 'active' && known.cancelAt === null && at !== null && at > now;
      if (!renews || !key) return null;
      const { dueCents } = await stripe.previewRenewal(known.subscriptionId);
      return renewalEmail(payer, { price: known.scheduledPriceId ?? key, dueCents, at, card });
    },
    access_ended: async ({ due, payer, known, now }) => {
      const { plan, endedAt, isUnpaid } = endedDetails.parse(due.details);
      const isStillOver = due.planEndsAt === null || due.planEndsAt <= now;
      return isStillOver && due.status !== 'trialing'
        ? plans.accessEndedEmail(payer, { plan, endedAt, isUnpaid, creditCents: known.creditCents })
        : null;
    },
  };

  return {
    /** Records the emails that are due because time has passed: renewals, payments still missing, plans that ended. */
    addThoseThatAreDue: async (): Promise<void> => {
      const now = await clock.now();
      const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
      await addRenewalNotices(db, { now, until: inDays(RENEWAL_NOTICE_DAYS) });
      await addPaymentReminders(db, { now, days: PAYMENT_REMINDER_DAYS });
      await addEndedNotices(db, { now, since: inDays(-ENDED_TOLD_DAYS) });
    },

    /** The current text of a notice about money. Null if it no longer applies. Throws if Stripe doesn't answer, to be tried again. */
    emailFor: async (due: DueEmail): Promise<OutgoingEmail | null> => {
      const { known } = await getBilling(db, due.userId);
      if (!known) return null;
      const { emailTo: to, timeZone, language } = due;
      const payer = { to, timeZone, language, publicUrl, isTaxed };
      return (await compose[due.topic]?.({ due, payer, known, card: cardOf(known), now: await clock.now() })) ?? null;
    },
  };
}
