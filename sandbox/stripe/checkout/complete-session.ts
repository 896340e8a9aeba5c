import type Stripe from 'stripe';
import { createSubscription } from '../billing/create-subscription.ts';
import type { SubmittedAddress } from '../customers/address.ts';
import { createCustomer, updateCustomer } from '../customers/customers.ts';
import { getCustomer } from '../customers/get-customer.ts';
import { addTaxId, taxIdsOf } from '../customers/tax-ids.ts';
import type { Context } from '../state/context.ts';
import { idOf } from '../state/ids.ts';
import { announce } from '../webhooks/announce.ts';
import { noteOfSession } from './session-routes.ts';

export type Filled = {
  email: string;
  /** A payment method that belongs to no customer yet; null if none is needed. */
  method: string | null;
  address: SubmittedAddress | null;
  businessName: string;
  taxId: { type: string; value: string } | null;
};

function customerFor(context: Context, session: Stripe.Checkout.Session, filled: Filled): Stripe.Customer {
  const note = noteOfSession(context, session.id);
  const address = filled.address && note.updatesAddress ? { address: filled.address } : {};
  const name = note.updatesName ? filled.businessName : '';
  const changes = {
    ...address,
    ...(name ? { name, business_name: name } : {}),
  };
  const known = idOf(session.customer);
  const customer =
    known === null
      ? createCustomer(context, { email: filled.email, ...changes })
      : Object.keys(changes).length > 0
        ? updateCustomer(context, known, changes)
        : getCustomer(context, known);
  const { taxId } = filled;
  if (taxId && !taxIdsOf(context, customer.id).some(({ type, value }) => type === taxId.type && value === taxId.value))
    addTaxId(context, customer.id, taxId.type, taxId.value);
  return getCustomer(context, customer.id);
}

function giveCard(context: Context, customer: string, method: string): void {
  const attached = context.store.patch('paymentMethods', method, { customer });
  announce(context, 'payment_method.attached', attached);
}

/** Runs when the person has pressed the button and the bank has agreed. */
export function completeSession(
  context: Context,
  session: Stripe.Checkout.Session,
  filled: Filled,
): Stripe.Checkout.Session {
  const note = noteOfSession(context, session.id);
  const customer = customerFor(context, session, filled);
  if (filled.method) giveCard(context, customer.id, filled.method);
  const subscription = createSubscription(context, {
    customer,
    price: note.price,
    coupons: note.coupon ? [{ coupon: note.coupon, promotionCode: note.promotionCode }] : [],
    session: session.id,
    trialEnd: note.trialEnd,
    missingPaymentMethod: note.missingPaymentMethod,
    defaultPaymentMethod: filled.method,
    metadata: note.subscriptionMetadata,
    isTaxed: note.isTaxed,
  });
  const done = context.store.patch('checkoutSessions', session.id, {
    status: 'complete',
    url: null,
    customer: customer.id,
    invoice: idOf(subscription.latest_invoice),
    payment_status: session.amount_total === 0 ? 'no_payment_required' : 'paid',
    subscription: subscription.id,
  });
  announce(context, 'checkout.session.completed', done);
  return done;
}
