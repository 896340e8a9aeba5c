import type { Stripe } from 'stripe';
import type { Promotion } from '#contract/billing/discounts.ts';
import type { PriceId } from '#contract/billing/plans.ts';
import { releaseSchedule } from './stripe-schedules.ts';
import { couponsOf, type WithPrice } from './stripe-prices.ts';
import { atSeconds, ENDED_BY_REFUND, METADATA, type StripeSubscription } from './stripe-shapes.ts';

export type PriceChange = {
  subscription: StripeSubscription;
  priceId: PriceId;
  prorationAt: Date;
  isTrial: boolean;
  promotion: Promotion | null;
};

/** What a change costs: due now after credit, the credit that is used for it and left after it, and the next invoice. */
export type PriceOfChange = { dueCents: number; creditCents: number; creditUsedCents: number; nextAt: Date | null };

/** Without the item's id, Stripe would add a second plan to the subscription. */
function itemsOf({ subscription, prorationAt, isTrial }: PriceChange, price: string) {
  const items = [{ ...(subscription.itemId ? { id: subscription.itemId } : {}), price }];
  return isTrial
    ? { items, proration_behavior: 'none' as const }
    : { items, proration_behavior: 'always_invoice' as const, proration_date: atSeconds(prorationAt) };
}

export function stripeSubscriptions(stripe: Stripe, withPrice: WithPrice) {
  /** Open invoices must not be collected anymore. */
  async function voidOpenInvoices(subscription: string): Promise<void> {
    const { data } = await stripe.invoices.list({ subscription, status: 'open', limit: 100 });
    for (const { id } of data) await stripe.invoices.voidInvoice(id);
  }

  return {
    /** What the change costs at `prorationAt` after credit, the credit that is left then, and when the next invoice is due. */
    previewPrice: (change: PriceChange): Promise<PriceOfChange> =>
      withPrice(change.priceId, async (price) => {
        const preview = await stripe.invoices.createPreview({
          subscription: change.subscription.id,
          subscription_details: itemsOf(change, price),
        });
        // Negative lines are credit for the old period, which may end later than the new one.
        const ends = preview.lines.data.filter(({ amount }) => amount > 0).map(({ period }) => period.end);
        const creditCents = Math.max(-(preview.starting_balance + preview.total), 0);
        return {
          dueCents: preview.amount_due,
          creditCents,
          creditUsedCents: Math.min(Math.max(preview.total, 0), Math.max(-preview.starting_balance, 0)),
          nextAt: ends.length > 0 ? new Date(Math.max(...ends) * 1_000) : null,
        };
      }),

    /**
     * Nothing changes if the card is declined. During a trial, the promotion moves to the new price. Repeating a change with the same card
     * has one effect; with another card it may be tried again.
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
                  ...(promotion ? { discounts: couponsOf(priceId, promotion) } : {}),
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

    /** The card is charged at the new end instead; nothing is due for the days in between. */
    moveTrialEnd: async (subscriptionId: string, trialEndsAt: Date): Promise<void> => {
      await stripe.subscriptions.update(subscriptionId, {
        trial_end: atSeconds(trialEndsAt),
        proration_behavior: 'none',
      });
    },

    dropPromotion: async (subscriptionId: string): Promise<void> => {
      await stripe.subscriptions.update(subscriptionId, { discounts: '', metadata: { [METADATA.promotion]: '' } });
    },

    /**
     * Cancels at the end of the period, replacing anything else scheduled for it. The portal may have stored a date instead of the flag,
     * and a date has to be undone in a different way.
     */
    setCanceled: async (subscription: StripeSubscription, isCanceled: boolean): Promise<void> => {
      // Stripe doesn't cancel a subscription that a schedule manages.
      await releaseSchedule(stripe, subscription);
      const isByDay = !isCanceled && subscription.cancelAt !== null && !subscription.isCanceledForPeriodEnd;
      await stripe.subscriptions.update(
        subscription.id,
        isByDay ? { cancel_at: '' } : { cancel_at_period_end: isCanceled },
      );
    },

    /** Ends it immediately along with its open invoices; `isRefund` marks that everything paid has been refunded. */
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
