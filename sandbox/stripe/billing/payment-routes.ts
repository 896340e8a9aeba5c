import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../state/context.ts';
import { idOf, newId } from '../state/ids.ts';
import { announce, announceChange } from '../webhooks/announce.ts';
import { pageOf } from '../wire/page-of.ts';
import { int, paging, text } from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { noSuch, StripeProblem } from '../wire/stripe-problem.ts';
import { nulls } from '../state/nulls.ts';

const refundParams = z.strictObject({
  amount: int.refine((cents) => cents > 0, 'This value must be greater than or equal to 1.').optional(),
  charge: text.optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  payment_intent: text.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
});

function chargeToRefund({ store }: Context, params: z.output<typeof refundParams>): Stripe.Charge {
  const intent = store.find('paymentIntents', params.payment_intent ?? '');
  const charge = store.find('charges', params.charge ?? idOf(intent?.latest_charge) ?? '');
  if (!charge) throw noSuch('charge', params.charge ?? '', 'charge');
  return charge;
}

/** Refunds a part of a payment, or what is left of it. */
function refund(context: Context, params: z.output<typeof refundParams>): Stripe.Refund {
  const charge = chargeToRefund(context, params);
  if (!charge.paid)
    throw new StripeProblem(`Charge ${charge.id} has not been paid.`, { code: 'charge_not_refundable' });
  if (charge.refunded)
    throw new StripeProblem(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  if (charge.disputed)
    throw new StripeProblem(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  const left = charge.amount - charge.amount_refunded;
  const amount = params.amount ?? left;
  if (amount > left)
    throw new StripeProblem('Refund amount is greater than the unrefunded amount on the charge.', { param: 'amount' });
  const made = context.store.put('refunds', {
    id: newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: context.time,
    currency: charge.currency,
    customer: charge.customer,
    metadata: params.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    status: 'succeeded',
    ...nulls('balance_transaction customer_account receipt_number source_transfer_reversal transfer_reversal'),
  });
  const after = context.store.patch('charges', charge.id, {
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  });
  announceChange(context, 'charge.refunded', charge, after);
  announce(context, 'refund.created', made);
  return made;
}

export const paymentRoutes = [
  route('POST', 'refunds', refundParams, refund),
  route('GET', 'refunds', z.strictObject({ ...paging, charge: text.optional() }), (context, params) => {
    const rows = context.store.list('refunds').filter(({ charge }) => charge === (params.charge ?? charge));
    return pageOf(rows, params, '/v1/refunds');
  }),
  route('GET', 'charges', z.strictObject({ ...paging, customer: text }), (context, params) => {
    const rows = context.store.list('charges').filter((one) => one.customer === params.customer);
    return pageOf(rows, params, '/v1/charges');
  }),
  route('GET', 'invoice_payments', z.strictObject({ ...paging, invoice: text }), (context, params) => {
    const rows = context.store.list('invoicePayments').filter((one) => one.invoice === params.invoice);
    return pageOf(rows, params, '/v1/invoice_payments');
  }),
];
