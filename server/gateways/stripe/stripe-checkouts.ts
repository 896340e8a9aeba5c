import { Stripe } from 'stripe';
import { PROMOTIONS, type Promotion } from '#contract/billing/discounts.ts';
import type { PriceId } from '#contract/billing/plans.ts';
import { AppError } from '#server/lib/app-error.ts';
import { isMissing } from './stripe-client.ts';
import { couponsOf, type WithPrice } from './stripe-prices.ts';
import { atSeconds, idOf, METADATA, previewedTax } from './stripe-shapes.ts';

export type CheckoutRequest = {
  /** Our id of this attempt: one attempt never creates two sessions. */
  id: string;
  priceId: PriceId;
  promotion: Promotion | null;
  /** Stripe's id of a promo code, which takes the place of a promotion. */
  promotionCodeId: string | null;
  /** The trial's remaining time: until an instant, or in whole days where Stripe requires that. */
  trial: { endsAt: Date } | { days: number } | null;
  customer: { id: string; userId: string } | { email: string };
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
  /** Whether a card is asked for even if nothing is due today. */
  needsCard: boolean;
};
export type StripeSession = {
  id: string;
  url: string | null;
  isOpen: boolean;
  isComplete: boolean;
  isPaid: boolean;
  customerId: string | null;
  subscriptionId: string | null;
  /** What is charged on completion, before tax. */
  dueCents: number;
  /** The pay page's amounts: the list price, the discount, and what was charged, with tax. All 0 in a trial. */
  amounts: { subtotalCents: number; discountCents: number; totalCents: number };
  promotion: Promotion | null;
  /** The id the session was created with; null if the session isn't ours. */
  purchaseId: string | null;
};

type TaxedOrder = Pick<CheckoutRequest, 'priceId' | 'promotion' | 'promotionCodeId'> & {
  customerId: string | null;
  /** Where the person seems to be, for a customer who has no address yet. */
  ipAddress: string | null;
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
  dueCents: (session.amount_subtotal ?? 0) - (session.total_details?.amount_discount ?? 0),
  amounts: {
    subtotalCents: session.amount_subtotal ?? 0,
    discountCents: session.total_details?.amount_discount ?? 0,
    totalCents: session.amount_total ?? 0,
  },
  promotion: PROMOTIONS.find((name) => name === session.metadata?.[METADATA.promotion]) ?? null,
  purchaseId: UUID.exec(session.metadata?.[METADATA.purchase] ?? '')?.[0] ?? null,
});

/** Stripe names the parameter, or only says in words that the code can't be redeemed. */
const isAboutCode = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  (error.param?.startsWith('discounts') === true || error.message.includes('cannot be redeemed'));

export function stripeCheckouts(stripe: Stripe, withPrice: WithPrice, isTaxed: boolean) {
  return {
    /** What Stripe Tax adds to an invoice for a whole period, by the customer's address or else their network's. Null if neither says where they are. */
    previewTax: async (order: TaxedOrder): Promise<number | null> => {
      if (!isTaxed) return 0;
      const { priceId, promotion, promotionCodeId, customerId, ipAddress } = order;
      const discounts = promotionCodeId ? [{ promotion_code: promotionCodeId }] : couponsOf(priceId, promotion);
      return withPrice(priceId, async (price) => {
        try {
          const preview = await stripe.invoices.createPreview({
            automatic_tax: { enabled: true },
            ...(customerId ? { customer: customerId } : { currency: 'usd' }),
            ...(ipAddress === null ? {} : { customer_details: { tax: { ip_address: ipAddress } } }),
            ...(discounts ? { discounts } : {}),
            subscription_details: { items: [{ price }] },
          });
          return previewedTax(preview);
        } catch (error) {
          // Stripe can't tell where they are, for example from an address inside a private network.
          if (error instanceof Stripe.errors.StripeInvalidRequestError) return null;
          throw error;
        }
      });
    },

    openCheckout: (request: CheckoutRequest): Promise<StripeSession> =>
      withPrice(request.priceId, async (price) => {
        const { customer, trial, promotion } = request;
        const isKnown = 'id' in customer;
        const metadata = {
          [METADATA.purchase]: request.id,
          ...(isKnown ? { [METADATA.userId]: customer.userId } : {}),
          ...(promotion ? { [METADATA.promotion]: promotion } : {}),
        };
        const { promotionCodeId } = request;
        const discounts = promotionCodeId
          ? [{ promotion_code: promotionCodeId }]
          : couponsOf(request.priceId, promotion);
        const create = () =>
          stripe.checkout.sessions.create(
            {
              mode: 'subscription',
              line_items: [{ price, quantity: 1 }],
              ...(discounts ? { discounts } : {}),
              ...(isKnown
                ? { customer: customer.id, customer_update: { name: 'auto', address: 'auto' } }
                : { customer_email: customer.email }),
              ...(isKnown ? { client_reference_id: customer.userId } : {}),
              // The price shown is the price charged: in US dollars, even if the account adapts currencies for others.
              adaptive_pricing: { enabled: false },
              ...(isTaxed ? { automatic_tax: { enabled: true } } : {}),
              payment_method_collection: request.needsCard ? 'always' : 'if_required',
              billing_address_collection: trial ? 'auto' : 'required',
              name_collection: { business: { enabled: true, optional: true } },
              tax_id_collection: { enabled: true },
              subscription_data: {
                metadata,
                ...(trial
                  ? {
                      ...('endsAt' in trial
                        ? { trial_end: atSeconds(trial.endsAt) }
                        : { trial_period_days: trial.days }),
                      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
                    }
                  : {}),
              },
              metadata,
              success_url: request.successUrl,
              cancel_url: request.cancelUrl,
              expires_at: atSeconds(request.expiresAt),
            },
            { idempotencyKey: `checkout-${request.id}-${price}` },
          );
        try {
          return toSession(await create());
        } catch (error) {
          // The code has expired since we looked it up, or its conditions aren't met.
          if (promotionCodeId && isAboutCode(error)) throw new AppError('PROMO_CODE_INVALID');
          throw error;
        }
      }),

    readCheckout: async (id: string): Promise<StripeSession | null> => {
      try {
        return toSession(await stripe.checkout.sessions.retrieve(id));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    /** A session that is already paid or expired stays that way. */
    expireCheckout: async (id: string): Promise<void> => {
      await stripe.checkout.sessions.expire(id).catch((error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      });
    },
  };
}
