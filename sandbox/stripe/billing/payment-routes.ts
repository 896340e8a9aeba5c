import type Stripe from 'stripe';
import { z } from 'zod';
import { timeFor, type Context } from '../state/context.ts';
import { idOf, newId } from '../state/ids.ts';
import { announce, announceChange } from '../webhooks/announce.ts';
import { isCreatedIn, pageOf } from '../wire/page-of.ts';
import { created, int, mergeMetadata, metadata, nothing, paging, text } from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { missingParam, noSuch, StripeProblem } from '../wire/stripe-problem.ts';

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

function getCharge(context: Context, id: string, param?: string): Stripe.Charge {
  const charge = context.store.find('charges', id);
  if (!charge) throw noSuch('charge', id, param);
  return charge;
}

function getIntent(context: Context, id: string, param?: string): Stripe.PaymentIntent {
  const intent = context.store.find('paymentIntents', id);
  if (!intent) throw noSuch('payment_intent', id, param);
  return intent;
}

const refundParams = z.strictObject({
  amount: int.refine((amount) => amount > 0, 'Invalid positive integer').optional(),
  charge: text.optional(),
  metadata,
  payment_intent: text.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
});

function chargeToRefund(context: Context, params: z.output<typeof refundParams>): Stripe.Charge {
  if (params.charge) return getCharge(context, params.charge, 'charge');
  if (!params.payment_intent) throw missingParam('payment_intent');
  const intent = getIntent(context, params.payment_intent, 'payment_intent');
  const charge = idOf(intent.latest_charge);
  if (charge === null || intent.status !== 'succeeded')
    throw new StripeProblem(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    });
  return getCharge(context, charge);
}

/** Gives money back, never more than was paid. */
function refund(context: Context, params: z.output<typeof refundParams>): Stripe.Refund {
  const charge = chargeToRefund(context, params);
  if (!charge.paid)
    throw new StripeProblem(`Charge ${charge.id} has not been paid.`, { code: 'charge_not_refundable' });
  const left = charge.amount - charge.amount_refunded;
  if (left === 0)
    throw new StripeProblem(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  const amount = params.amount ?? left;
  if (amount > left)
    throw new StripeProblem(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      { param: 'amount' },
    );
  const made = context.store.put('refunds', {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: timeFor(context, charge.customer),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: mergeMetadata({}, params.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  });
  const refunded = charge.amount_refunded + amount;
  const after = context.store.patch('charges', charge.id, {
    amount_refunded: refunded,
    refunded: refunded === charge.amount,
  });
  announceChange(context, 'charge.refunded', charge, after);
  announce(context, 'refund.created', made);
  return made;
}

const byCustomer = z.strictObject({ ...paging, created, customer: text.optional(), payment_intent: text.optional() });

export const paymentRoutes = [
  route('POST', 'refunds', refundParams, refund),
  route('GET', 'refunds/:id', nothing, (context, _params, id = '') => {
    const found = context.store.find('refunds', id);
    if (!found) throw noSuch('refund', id);
    return found;
  }),
  route(
    'GET',
    'refunds',
    z.strictObject({ ...paging, created, charge: text.optional(), payment_intent: text.optional() }),
    (context, params) => {
      const rows = context.store
        .list('refunds')
        .filter((one) => params.charge === undefined || one.charge === params.charge)
        .filter((one) => params.payment_intent === undefined || one.payment_intent === params.payment_intent)
        .filter((one) => isCreatedIn(one.created, params.created));
      return pageOf(rows, params, '/v1/refunds');
    },
  ),
  route('GET', 'charges/:id', nothing, (context, _params, id = '') => getCharge(context, id)),
  route('GET', 'charges', byCustomer, (context, params) => {
    const rows = context.store
      .list('charges')
      .filter((one) => params.customer === undefined || one.customer === params.customer)
      .filter((one) => params.payment_intent === undefined || one.payment_intent === params.payment_intent)
      .filter((one) => isCreatedIn(one.created, params.created));
    return pageOf(rows, params, '/v1/charges');
  }),
  route('GET', 'payment_intents/:id', nothing, (context, _params, id = '') => getIntent(context, id)),
  route('GET', 'payment_intents', byCustomer, (context, params) => {
    const rows = context.store
      .list('paymentIntents')
      .filter((one) => params.customer === undefined || one.customer === params.customer)
      .filter((one) => isCreatedIn(one.created, params.created));
    return pageOf(rows, params, '/v1/payment_intents');
  }),
  route('GET', 'setup_intents/:id', nothing, (context, _params, id = '') => {
    const found = context.store.find('setupIntents', id);
    if (!found) throw noSuch('setup_intent', id);
    return found;
  }),
  route('GET', 'invoice_payments/:id', nothing, (context, _params, id = '') => {
    const found = context.store.find('invoicePayments', id);
    if (!found) throw noSuch('invoice_payment', id);
    return found;
  }),
  route(
    'GET',
    'invoice_payments',
    z.strictObject({
      ...paging,
      created,
      invoice: text.optional(),
      payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: text }).optional(),
      status: z.enum(['open', 'paid', 'canceled']).optional(),
    }),
    (context, params) => {
      const rows = context.store
        .list('invoicePayments')
        .filter((one) => params.invoice === undefined || one.invoice === params.invoice)
        .filter((one) => !params.payment || one.payment.payment_intent === params.payment.payment_intent)
        .filter((one) => params.status === undefined || one.status === params.status)
        .filter((one) => isCreatedIn(one.created, params.created));
      return pageOf(rows, params, '/v1/invoice_payments');
    },
  ),
];
