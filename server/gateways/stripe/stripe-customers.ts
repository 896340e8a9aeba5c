import type { Stripe } from 'stripe';
import { AppError } from '#server/lib/app-error.ts';
import type { Log } from '#server/lib/log.ts';
import { isOurPortal } from './stripe-catalogue.ts';
import { isMissing } from './stripe-client.ts';
import { METADATA, toSubscription, type StripeSubscription } from './stripe-shapes.ts';

/** `creditCents` is what lowers the next invoices. */
export type StripeCustomer = {
  id: string;
  email: string | null;
  creditCents: number;
  subscriptions: StripeSubscription[];
};

export function stripeCustomers(stripe: Stripe, log: Log) {
  return {
    /** The same attempt gets the same customer, however often and in parallel it is asked for. */
    createCustomer: async (person: { userId: string; email: string }, attempt: string): Promise<string> => {
      const made = await stripe.customers.create(
        { email: person.email, metadata: { [METADATA.userId]: person.userId } },
        { idempotencyKey: `customer-${person.userId}-${attempt}` },
      );
      return made.id;
    },

    /** Null when it was deleted there. Its newest hundred subscriptions. */
    readCustomer: async (id: string): Promise<StripeCustomer | null> => {
      const customer = await stripe.customers.retrieve(id).catch((error: unknown) => {
        // A deleted one says so. One that was never there is another account's: the key is wrong, and nothing is known.
        if (!isMissing(error)) throw error;
        log.error({ event: 'customer of another account' }, 'STRIPE_SECRET_KEY belongs to another account');
        throw new AppError('PAYMENTS_UNAVAILABLE');
      });
      if (customer.deleted) return null;
      const { data } = await stripe.subscriptions.list({
        customer: id,
        status: 'all',
        limit: 100,
        expand: ['data.latest_invoice'],
      });
      const creditCents = Math.max(-customer.balance, 0);
      return {
        id,
        email: customer.email,
        creditCents,
        subscriptions: data.map((one) => toSubscription(one, customer)),
      };
    },

    updateEmail: async (id: string, email: string): Promise<void> =>
      void (await stripe.customers.update(id, { email })),

    /** Ends every subscription at once and forgets the person's details; invoices stay, as the law wants. */
    deleteCustomer: async (id: string): Promise<void> => {
      await stripe.customers.del(id).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    },

    openPortal: async (customerId: string, returnUrl: string): Promise<string> => {
      const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
      const ours = data.find(isOurPortal);
      const session = await stripe.billingPortal.sessions.create({
        customer: customerId,
        return_url: returnUrl,
        ...(ours ? { configuration: ours.id } : {}),
      });
      return session.url;
    },
  };
}
