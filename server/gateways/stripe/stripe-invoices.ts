import { Stripe } from 'stripe';
import { fromSeconds, idOf, METADATA, toInvoice, type StripeInvoice } from './stripe-shapes.ts';

/** A payment that can't be refunded: its customer disputed it, so their bank decides about it. */
export type DisputedPayment = { customerId: string; paymentId: string; cents: number };
/** A refund that went through or is on its way. `isOurs`: made by the product, not by hand in Stripe's dashboard. */
export type StripeRefund = { id: string; cents: number; createdAt: Date; isOurs: boolean };
const BY_PRODUCT = 'tenfold';
const FAILED = ['failed', 'canceled'];
/** What was paid back, now or earlier, in cents, and what couldn't be. */
export type Refunded = { cents: number; disputed: DisputedPayment[] };

export function stripeInvoices(stripe: Stripe) {
  /**
   * Refunds a payment, unless it was refunded before, by an earlier attempt or by hand: all of it, or a part. False if
   * it is disputed.
   */
  async function refundPayment(paymentId: string, partCents?: number): Promise<boolean> {
    const refund = {
      payment_intent: paymentId,
      reason: 'requested_by_customer' as const,
      metadata: { [METADATA.refundedBy]: BY_PRODUCT },
    };
    try {
      // No idempotency key of ours: for a day, Stripe would repeat the same refusal for the same key.
      if (partCents === undefined) await stripe.refunds.create(refund);
      // Stripe refunds the whole once, but a part again and again.
      else await stripe.refunds.create({ ...refund, amount: partCents }, { idempotencyKey: `unused-${paymentId}` });
    } catch (error) {
      const code = error instanceof Stripe.errors.StripeInvalidRequestError ? error.code : undefined;
      if (code === 'charge_disputed') return false;
      if (code !== 'charge_already_refunded') throw error;
    }
    return true;
  }

  async function paymentsOf(invoice: string): Promise<{ paymentId: string; cents: number }[]> {
    const { data } = await stripe.invoicePayments.list({ invoice, limit: 100 });
    return data.flatMap(({ payment, status, amount_paid: cents }) => {
      const paymentId = idOf(payment.payment_intent);
      return status === 'paid' && paymentId ? [{ paymentId, cents: cents ?? 0 }] : [];
    });
  }

  async function refundPayments(customerId: string, invoiceId: string): Promise<Refunded> {
    const refunded: Refunded = { cents: 0, disputed: [] };
    for (const { paymentId, cents } of await paymentsOf(invoiceId)) {
      if (await refundPayment(paymentId)) refunded.cents += cents;
      else refunded.disputed.push({ customerId, paymentId, cents });
    }
    return refunded;
  }

  /** A customer's charges, by payment. */
  async function chargesOf(customerId: string): Promise<Map<string, Stripe.Charge>> {
    const { data } = await stripe.charges.list({ customer: customerId, limit: 100 });
    return new Map(data.map((charge) => [idOf(charge.payment_intent) ?? charge.id, charge]));
  }

  /** How much of an invoice was paid back, and how much the customer has disputed, in cents. */
  function returnsOf({ payments }: Stripe.Invoice, charges: Map<string, Stripe.Charge>) {
    const made = (payments?.data ?? []).flatMap(({ payment }) => charges.get(idOf(payment.payment_intent) ?? '') ?? []);
    return {
      refundedCents: made.reduce((cents, charge) => cents + charge.amount_refunded, 0),
      disputedCents: made.reduce((cents, charge) => cents + (charge.disputed ? charge.amount : 0), 0),
    };
  }

  return {
    /** Refunds what an invoice collected. Running it again refunds nothing twice. */
    refundInvoice: refundPayments,

    /** Refunds this share (0 to 1) of what an invoice collected. Running it again refunds nothing twice. */
    refundUnused: async (customerId: string, invoiceId: string, share: number): Promise<Refunded> => {
      const [payments, charges] = [await paymentsOf(invoiceId), await chargesOf(customerId)];
      const refunded: Refunded = { cents: 0, disputed: [] };
      for (const { paymentId, cents } of payments) {
        const before = charges.get(paymentId)?.amount_refunded ?? 0;
        const part = Math.floor(cents * share);
        if (before > 0) refunded.cents += before;
        else if (part === 0) continue;
        else if (await refundPayment(paymentId, part)) refunded.cents += part;
        else refunded.disputed.push({ customerId, paymentId, cents });
      }
      return refunded;
    },

    /** Refunds every payment of a customer. Running it again refunds nothing twice. */
    refundCustomer: async (customerId: string): Promise<Refunded> => {
      const paid = await stripe.invoices.list({ customer: customerId, status: 'paid', limit: 100 });
      const all: Refunded = { cents: 0, disputed: [] };
      for (const invoice of paid.data) {
        if (invoice.amount_paid === 0) continue;
        const { cents, disputed } = await refundPayments(customerId, invoice.id);
        all.cents += cents;
        all.disputed.push(...disputed);
      }
      return all;
    },

    /** The refunds of a customer's newest 100 payments, whoever made them. */
    listRefunds: async (customerId: string): Promise<StripeRefund[]> => {
      const charges = [...(await chargesOf(customerId)).values()].filter((charge) => charge.amount_refunded > 0);
      const lists = await Promise.all(charges.map(({ id: charge }) => stripe.refunds.list({ charge, limit: 100 })));
      return lists
        .flatMap(({ data }) => data)
        .filter(({ status }) => !FAILED.includes(status ?? ''))
        .map(({ id, amount, created, metadata }) => ({
          id,
          cents: amount,
          createdAt: fromSeconds(created),
          isOurs: metadata?.[METADATA.refundedBy] === BY_PRODUCT,
        }));
    },

    /** Proration credit from periods that are refunded in full must not pay for anything later. */
    dropCredit: async (customerId: string): Promise<void> => {
      const customer = await stripe.customers.retrieve(customerId);
      if (!customer.deleted && customer.balance < 0) await stripe.customers.update(customerId, { balance: 0 });
    },

    /** Newest first, at most 100. */
    listInvoices: async (customerId: string): Promise<StripeInvoice[]> => {
      const [invoices, charges] = await Promise.all([
        stripe.invoices.list({ customer: customerId, limit: 100, expand: ['data.payments'] }),
        chargesOf(customerId),
      ]);
      return invoices.data.map((invoice) => toInvoice(invoice, returnsOf(invoice, charges)));
    },
  };
}
