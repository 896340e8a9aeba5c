import type { Log } from '#server/lib/log.ts';
import { stripeCheckouts } from './stripe-checkouts.ts';
import { createStripeClient, explainStripeError, type StripeSettings } from './stripe-client.ts';
import { stripeCustomers } from './stripe-customers.ts';
import { stripeDetails } from './stripe-details.ts';
import { stripeEvents } from './stripe-events.ts';
import { stripeInvoices } from './stripe-invoices.ts';
import { stripeSchedules } from './stripe-schedules.ts';
import { stripeDocuments } from './stripe-documents.ts';
import { stripePromoCodes } from './stripe-promo-codes.ts';
import { createPriceLookup } from './stripe-prices.ts';
import { stripeSubscriptions } from './stripe-subscriptions.ts';

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
