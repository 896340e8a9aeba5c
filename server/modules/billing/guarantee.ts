import { GUARANTEE_DAYS } from '#contract/billing/billing-times.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Billing } from '#db/queries/billing/subscriptions.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { PaymentHistory } from './payment-history.ts';

/** `until` is null if the thirty days haven't begun: they count from the first payment. */
export type Guarantee = { until: Date | null };

/** Whether a person can still use the guarantee (BILL-8): once per mailbox, within 30 days of its first payment. Null if they can't. */
export function createGuarantee({ clock, history }: { clock: Clock; history: PaymentHistory }) {
  return async ({ email, known }: Pick<Billing, 'email' | 'known'>): Promise<Guarantee | null> => {
    const before = await history.of(email);
    if (before.refundedAt || known?.refundRequestedAt) return null;
    const payments = [known?.firstPaidAt, before.firstPaidAt].flatMap((paidAt) => (paidAt ? [paidAt.getTime()] : []));
    if (payments.length === 0) return { until: null };
    const until = new Date(Math.min(...payments) + GUARANTEE_DAYS * DAY_MS);
    return until > (await clock.now()) ? { until } : null;
  };
}
export type FindGuarantee = ReturnType<typeof createGuarantee>;
