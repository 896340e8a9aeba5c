import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { addNotice, dropNotice } from '#db/queries/notices/notices.ts';
import type { UserId } from '#db/types.gen.ts';
import type { StripeSubscription } from '#server/gateways/stripe/stripe-shapes.ts';
import type { StripeGateway } from '#server/gateways/stripe/stripe.ts';
import type { DisputedRefundReport } from '#server/modules/operator/disputed-refund.service.ts';
import { refundDetails } from '../emails/refund-details.ts';

type Owner = { userId: UserId; email: string; now: Date };
type Dependencies = { db: Db; stripe: StripeGateway; reportDisputed: DisputedRefundReport };

/** How much of its period is left, in whole days, so that a second attempt asks for the same amount. */
function unusedShare({ currentPeriodStart: from, currentPeriodEnd: until }: StripeSubscription, now: Date): number {
  if (from === null || until === null) return 0;
  const days = (start: Date, end: Date) => Math.floor((end.getTime() - start.getTime()) / DAY_MS);
  return Math.max(days(now, until), 0) / Math.max(days(from, until), 1);
}

/**
 * Ends a second subscription and pays it back. Every event of it leads here, so its notice says who tells people about
 * it. One that was used until a plan with the person's own card replaced it (`isReplaced`) pays back what is unused
 * (CHECKOUT-15).
 */
export function createEndExtra({ db, stripe, reportDisputed }: Dependencies) {
  async function payBack(extra: StripeSubscription, isReplaced: boolean, { userId, email, now }: Owner): Promise<void> {
    const { customerId, invoice } = extra;
    if (!invoice?.isPaid || invoice.paidCents === 0) return;
    const refunded = isReplaced
      ? await stripe.refundUnused(customerId, invoice.id, unusedShare(extra, now))
      : await stripe.refundInvoice(customerId, invoice.id);
    if (refunded.cents === 0 && refunded.disputed.length === 0) return;
    const notice = { userId, topic: 'refund', subject: invoice.id } as const;
    const details = refundDetails(refunded, { isDuplicate: true, isReplaced });
    if (await addNotice(db, { ...notice, details, now }))
      await reportDisputed({ email, reason: 'duplicate', disputed: refunded.disputed }).catch(
        async (error: unknown) => {
          await dropNotice(db, notice);
          throw error;
        },
      );
  }

  return async (extra: StripeSubscription, owner: Owner & { isReplaced: boolean }): Promise<void> => {
    await payBack(extra, owner.isReplaced, owner);
    await stripe.endNow(extra.id, true);
  };
}
