import { Stripe } from 'stripe';
import type { Promotion } from '#contract/discounts.ts';
import type { PriceId } from '#contract/plans.ts';
import { couponsOf, type PriceLookup } from './stripe-prices.ts';
import { atSeconds, ENDED_BY_REFUND, METADATA, type StripeSubscription } from './stripe-shapes.ts';

export type PriceChange = {
  subscription: StripeSubscription;
  priceId: PriceId;
  prorationAt: Date;
  isTrial: boolean;
  promotion: Promotion | null;
};

export function stripeSubscriptions(stripe: Stripe, priceOf: PriceLookup) {
  async function changeOf({ subscription, priceId, prorationAt, isTrial }: PriceChange) {
    // Without the item's id Stripe would add a second plan to the subscription.
    const items = [{ ...(subscription.itemId ? { id: subscription.itemId } : {}), price: await priceOf(priceId) }];
    return isTrial
      ? { items, proration_behavior: 'none' as const }
      : { items, proration_behavior: 'always_invoice' as const, proration_date: atSeconds(prorationAt) };
  }

  return {
    /** What the change costs at `prorationAt`, in cents (negative is what comes back), and when the next invoice is due. */
    previewPrice: async (change: PriceChange): Promise<{ totalCents: number; nextAt: Date | null }> => {
      const preview = await stripe.invoices.createPreview({
        subscription: change.subscription.id,
        subscription_details: await changeOf(change),
        ...(change.isTrial ? { discounts: couponsOf(change.priceId, change.promotion) } : {}),
      });
      // What comes back is of the old period, which may be a longer one.
      const ends = preview.lines.data.filter(({ amount }) => amount > 0).map(({ period }) => period.end);
      return { totalCents: preview.total, nextAt: ends.length > 0 ? new Date(Math.max(...ends) * 1_000) : null };
    },

    /** Nothing changes where the card is declined. In a trial the promotion goes along to the new price. */
    changePrice: async (change: PriceChange): Promise<void> => {
      const { subscription, priceId, prorationAt, promotion, isTrial } = change;
      await stripe.subscriptions.update(
        subscription.id,
        {
          ...(await changeOf(change)),
          ...(isTrial ? { discounts: couponsOf(priceId, promotion) } : { payment_behavior: 'error_if_incomplete' }),
        },
        { idempotencyKey: `change-${subscription.id}-${priceId}-${atSeconds(prorationAt)}` },
      );
    },

    /** The card is charged at the new end instead; nothing is due for the days between. */
    moveTrialEnd: async (subscriptionId: string, trialEndsAt: Date): Promise<void> => {
      await stripe.subscriptions.update(subscriptionId, {
        trial_end: atSeconds(trialEndsAt),
        proration_behavior: 'none',
      });
    },

    dropPromotion: async (subscriptionId: string): Promise<void> => {
      await stripe.subscriptions.update(subscriptionId, { discounts: '', metadata: { [METADATA.promotion]: '' } });
    },

    setCancelled: async (subscriptionId: string, isCancelled: boolean): Promise<void> => {
      await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: isCancelled });
    },

    /** Ends it this instant; `isRefund` marks that nothing of what was paid is left. */
    endNow: async (subscriptionId: string, isRefund: boolean): Promise<void> => {
      if (isRefund)
        await stripe.subscriptions.update(subscriptionId, { metadata: { [METADATA.ended]: ENDED_BY_REFUND } });
      await stripe.subscriptions
        .cancel(subscriptionId, { prorate: false, invoice_now: false })
        .catch((error: unknown) => {
          // Over already.
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        });
    },
  };
}
