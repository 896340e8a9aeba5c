import { Stripe } from 'stripe';
import type { Promotion } from '#contract/billing/discounts.ts';
import type { PriceId } from '#contract/billing/plans.ts';
import { isMissing } from './stripe-client.ts';
import { couponsOf, type WithPrice } from './stripe-prices.ts';
import { atSeconds, idOf, METADATA } from './stripe-shapes.ts';

export type CheckoutWish = {
  /** Ours, of this attempt: the same attempt never makes two sessions. */
  id: string;
  priceId: PriceId;
  promotion: Promotion | null;
  /** The trial's remaining days: until an instant, or whole days where Stripe wants that. */
  trial: { endsAt: Date } | { days: number } | null;
  customer: { id: string; userId: string } | { email: string };
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
};
export type StripeSession = {
  id: string;
  url: string | null;
  isOpen: boolean;
  isComplete: boolean;
  isPaid: boolean;
  customerId: string | null;
  subscriptionId: string | null;
  /** The id it was opened with; null where it is none of ours. */
  purchaseId: string | null;
};

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const toSession = (session: Stripe.Checkout.Session): StripeSession => ({
  id: session.id,
  url: session.url,
  isOpen: session.status === 'open',
  isComplete: session.status === 'complete',
  isPaid: session.payment_status === 'paid',
  customerId: idOf(session.customer),
  subscriptionId: idOf(session.subscription),
  purchaseId: UUID.exec(session.metadata?.[METADATA.purchase] ?? '')?.[0] ?? null,
});

export function stripeCheckouts(stripe: Stripe, withPrice: WithPrice) {
  return {
    openCheckout: (wish: CheckoutWish): Promise<StripeSession> =>
      withPrice(wish.priceId, async (price) => {
        const { customer, trial, promotion } = wish;
        const isKnown = 'id' in customer;
        const metadata = {
          [METADATA.purchase]: wish.id,
          ...(isKnown ? { [METADATA.userId]: customer.userId } : {}),
          ...(promotion ? { [METADATA.promotion]: promotion } : {}),
        };
        const discounts = couponsOf(wish.priceId, promotion);
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            line_items: [{ price, quantity: 1 }],
            ...(discounts ? { discounts } : {}),
            ...(isKnown
              ? { customer: customer.id, customer_update: { name: 'auto', address: 'auto' } }
              : { customer_email: customer.email }),
            ...(isKnown ? { client_reference_id: customer.userId } : {}),
            // What was shown is what is charged: in US dollars, whatever the account does for others.
            adaptive_pricing: { enabled: false },
            payment_method_collection: 'if_required',
            billing_address_collection: trial ? 'auto' : 'required',
            name_collection: { business: { enabled: true, optional: true } },
            tax_id_collection: { enabled: true },
            subscription_data: {
              metadata,
              ...(trial
                ? {
                    ...('endsAt' in trial ? { trial_end: atSeconds(trial.endsAt) } : { trial_period_days: trial.days }),
                    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
                  }
                : {}),
            },
            metadata,
            success_url: wish.successUrl,
            cancel_url: wish.cancelUrl,
            expires_at: atSeconds(wish.expiresAt),
          },
          { idempotencyKey: `checkout-${wish.id}-${price}` },
        );
        return toSession(session);
      }),

    readCheckout: async (id: string): Promise<StripeSession | null> => {
      try {
        return toSession(await stripe.checkout.sessions.retrieve(id));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    /** One that is paid or expired already stays what it is. */
    expireCheckout: async (id: string): Promise<void> => {
      await stripe.checkout.sessions.expire(id).catch((error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      });
    },
  };
}
