import type { BillingDetailsInput } from '#contract/billing/billing-details.ts';
import type { Db } from '#db/client.ts';
import { getBilling } from '#db/queries/billing/subscriptions.ts';
import type { UserId } from '#db/types.gen.ts';
import type { StripeDetails } from '#server/gateways/stripe/stripe-details.ts';
import type { StripeGateway } from '#server/gateways/stripe/stripe.ts';
import { AppError } from '#server/lib/app-error.ts';
import { findCustomer } from './customer-of.ts';

/** The card, company, tax id and address on a person's invoices. They are kept at Stripe, and nowhere else. */
export function createBillingDetails({ db, stripe }: { db: Db; stripe: StripeGateway }) {
  async function customerOf(userId: UserId): Promise<string> {
    const { known } = await getBilling(db, userId);
    const customer = await findCustomer(db, userId, known);
    if (!customer) throw new AppError('NO_BILLING_ACCOUNT');
    return customer;
  }

  async function read(customer: string): Promise<StripeDetails> {
    const details = await stripe.readDetails(customer);
    if (!details) throw new AppError('NO_BILLING_ACCOUNT');
    return details;
  }

  return {
    read: async (userId: UserId): Promise<StripeDetails> => read(await customerOf(userId)),
    save: async (userId: UserId, details: BillingDetailsInput): Promise<StripeDetails> => {
      const customer = await customerOf(userId);
      await stripe.saveDetails(customer, details);
      return read(customer);
    },
  };
}
