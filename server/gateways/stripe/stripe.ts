import type { Stripe } from 'stripe';
import type { Log } from '#server/lib/log.ts';
import { stripeCheckouts } from './stripe-checkouts.ts';
import { createStripeClient, explainStripeError, type StripeSettings } from './stripe-client.ts';
import { stripeCustomers } from './stripe-customers.ts';
import { stripeInvoices } from './stripe-invoices.ts';
import { createPriceLookup } from './stripe-prices.ts';
import { stripeSubscriptions } from './stripe-subscriptions.ts';

/** An event as a hint: what it says besides these is never believed. */
export type StripeHint = { id: string; type: string; customerId: string | null; sessionId: string | null };

function stripeEvents(stripe: Stripe, webhookSecrets: string[]) {
  function readSigned(body: string, signature: string, secret: string): Stripe.Event | null {
    try {
      return stripe.webhooks.constructEvent(body, signature, secret);
    } catch {
      // The SDK has an error for a wrong signature, and other errors for one it can't read, such as an empty `v1=`.
      return null;
    }
  }

  return {
    /** Checks who sent an event, on the bytes as they came. Null when it was not Stripe. */
    readEvent: (body: string, signature: string): StripeHint | null => {
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

/** Payments, by the vendor's SDK. Throws PAYMENTS_UNAVAILABLE when Stripe does not answer, CARD_DECLINED when a card is. */
export function createStripeGateway(settings: StripeSettings, log: Log) {
  const stripe = createStripeClient(settings);
  const withPrice = createPriceLookup(stripe, log);
  return {
    ...explained(stripeCustomers(stripe, log), log),
    ...explained(stripeCheckouts(stripe, withPrice), log),
    ...explained(stripeSubscriptions(stripe, withPrice), log),
    ...explained(stripeInvoices(stripe), log),
    ...stripeEvents(stripe, settings.webhookSecrets),
  };
}
export type StripeGateway = ReturnType<typeof createStripeGateway>;

type Calls = Record<string, (...given: never[]) => Promise<unknown>>;

/** Every call says in the same words what went wrong. */
function explained<T extends Calls>(calls: T, log: Log): T {
  const wrapped = Object.entries(calls).map(([name, call]) => [
    name,
    (...given: never[]) =>
      call(...given).catch((error: unknown) => {
        throw explainStripeError(error, log);
      }),
  ]);
  return Object.fromEntries(wrapped) as T; // reason: the same calls under the same names
}
