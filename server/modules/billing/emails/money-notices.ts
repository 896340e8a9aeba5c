import type { MoneyTopic } from '#contract/notices.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { KnownSubscription, SyncResult } from '#db/queries/billing/subscriptions.ts';
import type { StripeRefund } from '#server/gateways/stripe/stripe-invoices.ts';
import type { StripeSubscription } from '#server/gateways/stripe/stripe-shapes.ts';
import { isLive } from '../entitlement.ts';
import { refundDetails } from './refund-details.ts';

/** `subject` identifies the occasion, so that each is emailed once. `details` is what can't be looked up when the email is written. */
export type MoneyNotice = { topic: MoneyTopic; subject: string; details: Record<string, unknown> };

/** Anything older is no longer news: the product was down, or has only just been updated to send these emails. */
const NEWS_MS = 3 * DAY_MS;
const CLOCKS_DIFFER_MS = 10 * 60_000;
const isNews = (at: Date | null, now: Date) => at !== null && now.getTime() - at.getTime() < NEWS_MS;

function changesOf(before: KnownSubscription, after: SyncResult): MoneyNotice[] {
  // A number that grows with every sync: the same change made twice is two occasions.
  const subject = String(after.readNumber);
  const notices: MoneyNotice[] = [];
  const { priceId: from } = before;
  const { priceId: to, cancelAt, scheduledAt, scheduledPriceId } = after;
  if (from && to && from !== to) notices.push({ topic: 'plan_change', subject, details: { from, to } });
  if (scheduledPriceId && scheduledAt && scheduledPriceId !== before.scheduledPriceId)
    notices.push({ topic: 'change_scheduled', subject, details: { from: to, to: scheduledPriceId } });
  if (cancelAt && !before.cancelAt)
    notices.push({ topic: 'cancellation', subject, details: { endsAt: cancelAt.toISOString() } });
  if (before.cancelAt && !cancelAt) notices.push({ topic: 'cancellation_undone', subject, details: {} });
  return notices;
}

/** Refunds made by hand in Stripe's dashboard since the last sync. Ours are announced where they are made. */
function refundsByHand(before: KnownSubscription | null, refunds: readonly StripeRefund[]): MoneyNotice[] {
  if (before === null) return [];
  const since = before.syncedAt.getTime() - CLOCKS_DIFFER_MS;
  const byHand = refunds.filter(({ isOurs, createdAt }) => !isOurs && createdAt.getTime() > since);
  return byHand.map(({ id, cents }) => ({
    topic: 'refund',
    subject: id,
    details: refundDetails({ cents, disputed: [] }, { isDuplicate: false, isByHand: true }),
  }));
}

/** The changes since the last sync that are worth an email. */
export function moneyNotices(
  before: KnownSubscription | null,
  after: SyncResult,
  { createdAt, invoice }: Pick<StripeSubscription, 'createdAt' | 'invoice'>,
  refunds: readonly StripeRefund[],
): MoneyNotice[] {
  const { now, subscriptionId, planEndsAt } = after;
  const isOurs = before?.subscriptionId === subscriptionId;
  const notices = refundsByHand(before, refunds);
  if (isLive(after.stripeStatus)) {
    const opens = planEndsAt === null || planEndsAt > now;
    if (isOurs && isLive(before.stripeStatus)) notices.push(...changesOf(before, after));
    else if (opens && isNews(createdAt, now)) notices.push({ topic: 'purchase', subject: subscriptionId, details: {} });
  } else if (isOurs && isLive(before.stripeStatus) && !before.cancelAt && planEndsAt && planEndsAt > now) {
    // Ended at Stripe before its time: what was paid for stays.
    const endsAt = planEndsAt.toISOString();
    notices.push({ topic: 'cancellation', subject: String(after.readNumber), details: { endsAt } });
  }
  // Paid since the last sync, however long ago that was. Stripe's clock and the last sync's may differ a little.
  const isSince = isOurs && invoice?.paidAt && invoice.paidAt.getTime() > before.syncedAt.getTime() - CLOCKS_DIFFER_MS;
  if (invoice?.isPaid && invoice.paidCents > 0 && (isSince || isNews(invoice.paidAt, now)))
    notices.push({ topic: 'receipt', subject: invoice.id, details: {} });
  return notices;
}
