import type { Stripe } from 'stripe';
import type { Promotion } from '#contract/billing/discounts.ts';
import type { PriceId } from '#contract/billing/plans.ts';
import { couponsOf, type WithPrice } from './stripe-prices.ts';
import { atSeconds, ENDED_BY_REFUND, METADATA, type StripeSubscription } from './stripe-shapes.ts';

export type PriceChange = {
  subscription: StripeSubscription;
  priceId: PriceId;
  prorationAt: Date;
  isTrial: boolean;
  promotion: Promotion | null;
};

/** Without the item's id Stripe would add a second plan to the subscription. */
function itemsOf({ subscription, prorationAt, isTrial }: PriceChange, price: string) {
  const items = [{ ...(subscription.itemId ? { id: subscription.itemId } : {}), price }];
  return isTrial
    ? { items, proration_behavior: 'none' as const }
    : { items, proration_behavior: 'always_invoice' as const, proration_date: atSeconds(prorationAt) };
}

export function stripeSubscriptions(stripe: Stripe, withPrice: WithPrice) {
  /** What is open must not be collected any more. */
  async function voidOpenInvoices(subscription: string): Promise<void> {
    const { data } = await stripe.invoices.list({ subscription, status: 'open', limit: 100 });
    for (const { id } of data) await stripe.invoices.voidInvoice(id);
  }

  return {
    /** What the change costs at `prorationAt` after credit, the credit that is left then, and when the next invoice is due. */
    previewPrice: (change: PriceChange): Promise<{ dueCents: number; creditCents: number; nextAt: Date | null }> =>
      withPrice(change.priceId, async (price) => {
        const preview = await stripe.invoices.createPreview({
          subscription: change.subscription.id,
          subscription_details: itemsOf(change, price),
        });
        // What comes back is of the old period, which may be a longer one.
        const ends = preview.lines.data.filter(({ amount }) => amount > 0).map(({ period }) => period.end);
        const creditCents = Math.max(-(preview.starting_balance + preview.total), 0);
        return {
          dueCents: preview.amount_due,
          creditCents,
          nextAt: ends.length > 0 ? new Date(Math.max(...ends) * 1_000) : null,
        };
      }),

    /**
     * Nothing changes where the card is declined. In a trial the promotion goes along to the new price. The same change with
     * the same card is one; after another card was given it may be tried again.
     */
    changePrice: async (change: PriceChange): Promise<void> => {
      const { subscription, priceId, prorationAt, promotion, isTrial } = change;
      await withPrice(priceId, (price) =>
        stripe.subscriptions.update(
          subscription.id,
          {
            ...itemsOf(change, price),
            ...(isTrial
              ? {
                  discounts: couponsOf(priceId, promotion),
                  metadata: { [METADATA.promotion]: promotion ?? '' },
                }
              : { payment_behavior: 'error_if_incomplete' }),
          },
          {
            idempotencyKey: `change-${subscription.id}-${price}-${atSeconds(prorationAt)}-${subscription.cardId}-${subscription.invoice?.id}`,
          },
        ),
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

    /** It ends with its period. The portal may have noted the day instead of the wish, which is undone in its own way. */
    setCancelled: async (subscription: StripeSubscription, isCancelled: boolean): Promise<void> => {
      const isByDay = !isCancelled && subscription.cancelAt !== null && !subscription.isCancelledForPeriodEnd;
      await stripe.subscriptions.update(
        subscription.id,
        isByDay ? { cancel_at: '' } : { cancel_at_period_end: isCancelled },
      );
    },

    /** Ends it this instant, with what is open of it; `isRefund` marks that nothing of what was paid is left. */
    endNow: async (subscriptionId: string, isRefund: boolean): Promise<void> => {
      try {
        if (isRefund)
          await stripe.subscriptions.update(subscriptionId, { metadata: { [METADATA.ended]: ENDED_BY_REFUND } });
        await stripe.subscriptions.cancel(subscriptionId, { prorate: false, invoice_now: false });
      } catch (error) {
        const { status } = await stripe.subscriptions.retrieve(subscriptionId);
        if (status !== 'canceled' && status !== 'incomplete_expired') throw error;
      }
      await voidOpenInvoices(subscriptionId);
    },
  };
}
