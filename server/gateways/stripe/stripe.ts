import type { Stripe } from 'stripe';
import type { Log } from '#server/lib/log.ts';
import { stripeCheckouts } from './stripe-checkouts.ts';
import { createStripeClient, explainStripeError, type StripeSettings } from './stripe-client.ts';
import { stripeCustomers } from './stripe-customers.ts';
import { stripeDetails } from './stripe-details.ts';
import { stripeInvoices } from './stripe-invoices.ts';
import { stripeSchedules } from './stripe-schedules.ts';
import { stripeDocuments } from './stripe-documents.ts';
import { stripePromoCodes } from './stripe-promo-codes.ts';
import { createPriceLookup } from './stripe-prices.ts';
import { stripeSubscriptions } from './stripe-subscriptions.ts';

/** An event as a hint: nothing it says beyond these fields is trusted. */
export type StripeHint = { id: string; type: string; customerId: string | null; sessionId: string | null };

function stripeEvents(stripe: Stripe, webhookSecrets: string[]) {
  function readSigned(body: string, signature: string, secret: string): Stripe.Event | null {
    try {
      return stripe.webhooks.constructEvent(body, signature, secret);
    } catch {
      // The SDK throws one error for a wrong signature, and others for one it can't read, such as an empty `v1=`.
      return null;
    }
  }

  return {
    /** Verifies an event's signature on the raw bytes. Null when it did not come from Stripe. */
    readEvent: async (body: string, signature: string): Promise<StripeHint | null> => {
      const event = webhookSecrets.map((secret) => readSigned(body, signature, secret)).find((one) => one !== null);
      if (!event) return null;
      const { object } = event.data;
      const isSession = 'object' in object && object.object === 'checkout.session';
      const isCustomer = 'object' in object && object.object === 'customer';
      const id = 'id' in object && typeof object.id === 'string' ? object.id : null;
      const reference: unknown = 'customer' in object ? object.customer : null;
      return {
        id: event.id,
        type: event.type,
        customerId: isCustomer ? id : typeof reference === 'string' ? reference : null,
        sessionId: isSession ? id : null,
      };
    },
  };
}

/** `isTaxed`: Stripe Tax computes tax and adds it to the prices. */
export type StripeOptions = { isTaxed: boolean };

/** Payments, through the vendor's SDK. Throws PAYMENTS_UNAVAILABLE when Stripe does not answer, CARD_DECLINED when a card is declined. */
export function createStripeGateway(
  settings: StripeSettings,
  log: Log,
  { isTaxed }: StripeOptions = { isTaxed: false },
) {
  const stripe = createStripeClient(settings);
  const withPrice = createPriceLookup(stripe, log);
  return {
    ...withMappedErrors(stripeCustomers(stripe, log), log),
    ...withMappedErrors(stripeCheckouts(stripe, withPrice, isTaxed), log),
    ...withMappedErrors(stripeSubscriptions(stripe, withPrice), log),
    ...withMappedErrors(stripeDetails(stripe), log),
    ...withMappedErrors(stripeInvoices(stripe), log),
    ...withMappedErrors(stripePromoCodes(stripe), log),
    ...withMappedErrors(stripeDocuments(stripe), log),
    ...withMappedErrors(stripeSchedules(stripe, withPrice), log),
    ...stripeEvents(stripe, settings.webhookSecrets),
  };
}
export type StripeGateway = ReturnType<typeof createStripeGateway>;

type Calls = Record<string, (...given: never[]) => Promise<unknown>>;

/** Every call reports failures with the same errors. */
function withMappedErrors<T extends Calls>(calls: T, log: Log): T {
  const wrapped = Object.entries(calls).map(([name, call]) => [
    name,
    (...given: never[]) =>
      call(...given).catch((error: unknown) => {
        throw explainStripeError(error, log);
      }),
  ]);
  return Object.fromEntries(wrapped) as T; // reason: the same calls under the same names
}
