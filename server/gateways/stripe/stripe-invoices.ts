import { Stripe } from 'stripe';
import { idOf, toInvoice, type StripeInvoice } from './stripe-shapes.ts';

export function stripeInvoices(stripe: Stripe) {
  async function refundPayments(invoiceId: string): Promise<void> {
    const payments = await stripe.invoicePayments.list({ invoice: invoiceId, limit: 100 });
    for (const { payment, status } of payments.data) {
      const intent = idOf(payment.payment_intent);
      if (status !== 'paid' || !intent) continue;
      // Without a key of ours: Stripe would give the same refusal to the same key for a day.
      await stripe.refunds
        .create({ payment_intent: intent, reason: 'requested_by_customer' })
        .catch((error: unknown) => {
          // Given back already, by an earlier try or by hand.
          if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_already_refunded')
            return;
          throw error;
        });
    }
  }

  /** What was given back, in cents, by the payment it was given back of. */
  async function refundsOf(customerId: string): Promise<Map<string, number>> {
    const { data } = await stripe.charges.list({ customer: customerId, limit: 100 });
    return new Map(data.map((charge) => [idOf(charge.payment_intent) ?? charge.id, charge.amount_refunded]));
  }

  const refundedOf = ({ payments }: Stripe.Invoice, refunds: Map<string, number>): number =>
    (payments?.data ?? []).reduce(
      (cents, { payment }) => cents + (refunds.get(idOf(payment.payment_intent) ?? '') ?? 0),
      0,
    );

  return {
    /** Gives back what an invoice took. Doing it again gives nothing twice. */
    refundInvoice: refundPayments,

    /** Gives back every payment of a customer. Doing it again gives nothing twice. */
    refundCustomer: async (customer: string): Promise<void> => {
      const paid = await stripe.invoices.list({ customer, status: 'paid', limit: 100 });
      for (const invoice of paid.data) if (invoice.amount_paid > 0) await refundPayments(invoice.id);
    },

    /** What was credited for parts of periods that are given back whole must not pay for anything later. */
    dropCredit: async (customerId: string): Promise<void> => {
      const customer = await stripe.customers.retrieve(customerId);
      if (!customer.deleted && customer.balance < 0) await stripe.customers.update(customerId, { balance: 0 });
    },

    /** Newest first, at most 100. */
    listInvoices: async (customerId: string): Promise<StripeInvoice[]> => {
      const [invoices, refunds] = await Promise.all([
        stripe.invoices.list({ customer: customerId, limit: 100, expand: ['data.payments'] }),
        refundsOf(customerId),
      ]);
      return invoices.data.map((invoice) => toInvoice(invoice, refundedOf(invoice, refunds)));
    },
  };
}
