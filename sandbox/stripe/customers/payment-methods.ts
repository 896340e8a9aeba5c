import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { timeFor, type Context } from '../state/context.ts';
import { idOf, newId } from '../state/ids.ts';
import { announce } from '../webhooks/announce.ts';
import { StripeProblem, noSuch } from '../wire/stripe-problem.ts';
import { getCustomer } from './get-customer.ts';
import { readCard, type TypedCard } from './read-card.ts';
import { DECLINES, TEST_CARDS, type CardKind, type TestCard } from './test-cards.ts';

type Billing = Partial<Stripe.PaymentMethod.BillingDetails>;

function newCardMethod(
  context: Context,
  card: TestCard,
  expiry: { month: number; year: number },
  billing: Billing,
): Stripe.PaymentMethod {
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null, ...billing },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: card.brand,
      exp_month: expiry.month,
      exp_year: expiry.year,
      fingerprint: createHash('sha256').update(card.number).digest('base64url').slice(0, 16),
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: context.time,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}

function keepMethod(context: Context, card: TestCard, method: Stripe.PaymentMethod): Stripe.PaymentMethod {
  context.store.put('cardNotes', { id: method.id, kind: card.kind, isAuthenticated: false });
  return context.store.put('paymentMethods', method);
}

/** A payment method for a card as it was typed in. */
export function createFromTyped(context: Context, typed: TypedCard, billing: Billing, time: number) {
  const card = readCard(typed, time);
  return keepMethod(
    context,
    card,
    newCardMethod(context, card, { month: typed.expMonth, year: typed.expYear }, billing),
  );
}

/** A payment method for one of Stripe's own test names, such as `pm_card_visa` or `tok_visa`. */
export function createFromName(context: Context, name: string): Stripe.PaymentMethod | null {
  const card = TEST_CARDS.find((one) => one.paymentMethod === name || one.token === name);
  if (!card) return null;
  const year = new Date(context.time * 1_000).getUTCFullYear() + 4;
  return keepMethod(context, card, newCardMethod(context, card, { month: 12, year }, {}));
}

export function getPaymentMethod(context: Context, id: string, param?: string): Stripe.PaymentMethod {
  const method = context.store.find('paymentMethods', id);
  if (!method) throw noSuch('PaymentMethod', id, param);
  return method;
}

export function kindOf(context: Context, id: string): { kind: CardKind; isAuthenticated: boolean } {
  return context.store.find('cardNotes', id) ?? { kind: 'good', isAuthenticated: false };
}

/** The bank's refusal as an error that a request answers with. */
export function declineOf(kind: Exclude<CardKind, 'good'>, more: object = {}, keepsChanges = false): StripeProblem {
  const { code, declineCode, message } = DECLINES[kind];
  return new StripeProblem(
    message,
    { status: 402, type: 'card_error', code, ...(declineCode ? { decline_code: declineCode } : {}), ...more },
    keepsChanges,
  );
}

/** Gives a card to a customer. The bank is asked first, so a card that is always declined never gets there. */
export function attachMethod(context: Context, id: string, customerId: string, param = 'payment_method') {
  const customer = getCustomer(context, customerId, 'customer');
  const method = context.store.find('paymentMethods', id) ?? createFromName(context, id);
  if (!method) throw noSuch('PaymentMethod', id, param);
  const owner = idOf(method.customer);
  if (owner === customer.id) return method;
  if (owner !== null)
    throw new StripeProblem('The payment method you provided has already been attached to a customer.', { param });
  const { kind } = kindOf(context, method.id);
  if (kind !== 'good' && kind !== 'fails_later' && kind !== 'authentication') throw declineOf(kind);
  const attached = context.store.patch('paymentMethods', method.id, {
    customer: customer.id,
    created: timeFor(context, customer),
  });
  announce(context, 'payment_method.attached', attached);
  return attached;
}

/** A card that its customer may be charged on; throws when it is somebody else's. */
export function getMethodOf(context: Context, id: string, customer: string, param: string): Stripe.PaymentMethod {
  const method = getPaymentMethod(context, id, param);
  if (idOf(method.customer) !== customer)
    throw new StripeProblem(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param },
    );
  return method;
}
