import type Stripe from 'stripe';
import { createSubscription } from '../billing/create-subscription.ts';
import { newSetupIntent } from '../billing/payment-objects.ts';
import { fullAddress, type GivenAddress } from '../customers/address.ts';
import { createCustomer, updateCustomer } from '../customers/customers.ts';
import { getCustomer } from '../customers/get-customer.ts';
import { addTaxId, taxIdsOf } from '../customers/tax-ids.ts';
import type { Context } from '../state/context.ts';
import { idOf } from '../state/ids.ts';
import { announce } from '../webhooks/announce.ts';
import { noteOfSession } from './session-routes.ts';

export type Filled = {
  email: string;
  /** A payment method that no customer has yet; null where none is needed. */
  method: string | null;
  name: string;
  address: GivenAddress | null;
  businessName: string;
  taxId: { type: string; value: string } | null;
};

function customerFor(context: Context, session: Stripe.Checkout.Session, filled: Filled): Stripe.Customer {
  const note = noteOfSession(context, session.id);
  const address = filled.address && note.updatesAddress ? { address: filled.address } : {};
  const name = note.updatesName ? filled.businessName || filled.name : '';
  const changes = {
    ...address,
    ...(name ? { name } : {}),
    ...(note.updatesName && filled.businessName ? { business_name: filled.businessName } : {}),
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

function detailsOf(
  context: Context,
  customer: Stripe.Customer,
  filled: Filled,
): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: filled.address ? fullAddress(filled.address) : (customer.address ?? null),
    business_name: filled.businessName || null,
    email: customer.email ?? (filled.email || null),
    individual_name: filled.name || null,
    name: customer.name ?? (filled.name || null),
    phone: customer.phone ?? null,
    tax_exempt: 'none',
    tax_ids: taxIdsOf(context, customer.id).map(({ type, value }) => ({ type, value })),
  };
}

/** What happens when the person has pressed the button and the bank is content. */
export function completeSession(
  context: Context,
  session: Stripe.Checkout.Session,
  filled: Filled,
): Stripe.Checkout.Session {
  const note = noteOfSession(context, session.id);
  const customer = customerFor(context, session, filled);
  if (filled.method) giveCard(context, customer.id, filled.method);
  if (filled.method && session.amount_total === 0)
    announce(
      context,
      'setup_intent.succeeded',
      context.store.put('setupIntents', newSetupIntent(context, customer.id, filled.method)),
    );
  const subscription = createSubscription(context, {
    customer,
    items: note.items,
    coupons: note.coupon ? [note.coupon] : [],
    session: session.id,
    trialEnd: note.trialEnd,
    missingPaymentMethod: note.missingPaymentMethod,
    defaultPaymentMethod: filled.method,
    metadata: note.subscriptionMetadata,
    description: note.subscriptionDescription,
    paymentBehavior: 'error_if_incomplete',
  });
  const done = context.store.patch('checkoutSessions', session.id, {
    status: 'complete',
    url: null,
    customer: customer.id,
    customer_details: detailsOf(context, customer, filled),
    collected_information: {
      business_name: filled.businessName || null,
      individual_name: filled.name || null,
      shipping_details: null,
    },
    invoice: idOf(subscription.latest_invoice),
    payment_status: session.amount_total === 0 ? 'no_payment_required' : 'paid',
    subscription: subscription.id,
  });
  announce(context, 'checkout.session.completed', done);
  return done;
}
