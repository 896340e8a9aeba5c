import type { Stripe } from 'stripe';
import { AppError } from '#server/lib/app-error.ts';
import type { Log } from '#server/lib/log.ts';
import { isOurPortal } from './stripe-catalog.ts';
import { isMissing } from './stripe-client.ts';
import { METADATA, toSubscription, type StripeSubscription } from './stripe-shapes.ts';

/** A negative balance is credit. */
const creditOf = ({ balance }: Stripe.Customer) => Math.max(-balance, 0);

/** `creditCents` reduces the next invoices. */
export type StripeCustomer = {
  id: string;
  email: string | null;
  creditCents: number;
  subscriptions: StripeSubscription[];
};

export function stripeCustomers(stripe: Stripe, log: Log) {
  return {
    /** One attempt gets one customer, however often and concurrently it is requested. */
    createCustomer: async (person: { userId: string; email: string }, attempt: string): Promise<string> => {
      const made = await stripe.customers.create(
        { email: person.email, metadata: { [METADATA.userId]: person.userId } },
        { idempotencyKey: `customer-${person.userId}-${attempt}` },
      );
      return made.id;
    },

    /** Null when the customer was deleted at Stripe. Includes the newest hundred subscriptions. */
    readCustomer: async (id: string): Promise<StripeCustomer | null> => {
      const customer = await stripe.customers
        .retrieve(id, { expand: ['invoice_settings.default_payment_method'] })
        .catch((error: unknown) => {
          // A deleted customer says so. An unknown id belongs to another account: the key is wrong, and we learn nothing about the customer.
          if (!isMissing(error)) throw error;
          log.error(
            { event: 'customer of another account', customer: id },
            'STRIPE_SECRET_KEY belongs to another account',
          );
          throw new AppError('PAYMENTS_UNAVAILABLE');
        });
      if (customer.deleted) return null;
      const { data } = await stripe.subscriptions.list({
        customer: id,
        status: 'all',
        limit: 100,
        expand: ['data.latest_invoice', 'data.default_payment_method', 'data.schedule', 'data.discounts.source.coupon'],
      });
      return {
        id,
        email: customer.email,
        creditCents: creditOf(customer),
        subscriptions: data.map((one) => toSubscription(one, customer)),
      };
    },

    /** Credit, which pays for the next invoices before a card does. */
    readCredit: async (id: string): Promise<number> => {
      const customer = await stripe.customers.retrieve(id);
      return customer.deleted ? 0 : creditOf(customer);
    },

    updateEmail: async (id: string, email: string): Promise<void> =>
      void (await stripe.customers.update(id, { email })),

    /** Ends every subscription immediately and deletes personal details. Invoices stay, as the law requires. */
    deleteCustomer: async (id: string): Promise<void> => {
      await stripe.customers.del(id).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    },

    /** The customer portal's first page, or its form for another card, which redirects back when it's done. */
    openPortal: async (customerId: string, returnUrl: string, flow: 'card' | null): Promise<string> => {
      const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
      const ours = data.find(isOurPortal);
      const session = await stripe.billingPortal.sessions.create({
        customer: customerId,
        return_url: returnUrl,
        ...(ours ? { configuration: ours.id } : {}),
        ...(flow === 'card'
          ? {
              flow_data: {
                type: 'payment_method_update',
                after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
              },
            }
          : {}),
      });
      return session.url;
    },
  };
}
