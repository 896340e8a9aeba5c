import type Stripe from 'stripe';
import type { Context } from '../state/context.ts';
import { nulls } from '../state/nulls.ts';
import { idOf, newId } from '../state/ids.ts';
import { announce } from '../webhooks/announce.ts';
import { StripeProblem, noSuch } from '../wire/stripe-problem.ts';
import { getCustomer } from './get-customer.ts';
import { readCard, type TypedCard } from './read-card.ts';
import { DECLINES, TEST_CARDS, type CardKind, type FailingKind, type TestCard } from './test-cards.ts';

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
      country: 'US',
      display_brand: card.brand,
      exp_month: expiry.month,
      exp_year: expiry.year,
      funding: 'credit',
      last4: card.number.slice(-4),
      regulated_status: 'unregulated',
      ...nulls('checks fingerprint generated_from networks three_d_secure_usage wallet'),
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

/** A payment method for a card that was typed in. */
export function createFromTyped(context: Context, typed: TypedCard, billing: Billing, time: number) {
  const card = readCard(typed, time);
  return keepMethod(
    context,
    card,
    newCardMethod(context, card, { month: typed.expMonth, year: typed.expYear }, billing),
  );
}

/** A payment method for one of Stripe's own test names, such as `pm_card_visa`. */
export function createFromName(context: Context, name: string): Stripe.PaymentMethod | null {
  const card = TEST_CARDS.find((one) => one.paymentMethod === name);
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

/** The bank's refusal as an API error. */
export function declineOf(kind: FailingKind, more: object = {}, keepsChanges = false): StripeProblem {
  const { code, declineCode, message } = DECLINES[kind];
  return new StripeProblem(
    message,
    { status: 402, type: 'card_error', code, ...(declineCode ? { decline_code: declineCode } : {}), ...more },
    keepsChanges,
  );
}

/** Whether a card can't even be saved. */
export const isAlwaysDeclined = (kind: CardKind): kind is Exclude<FailingKind, 'fails_later' | 'authentication'> =>
  kind in DECLINES && kind !== 'fails_later' && kind !== 'authentication';

/** What forms that take a card answer. */
export const NO_CARD = { kind: 'refused', message: 'Enter a card or pick a test card.' } as const;
export const NOT_APPROVED = {
  kind: 'refused',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
} as const;

/** Attaches a card to a customer. The bank is asked first, so a card that is always declined is never attached. */
export function attachMethod(context: Context, id: string, customerId: string, param = 'payment_method') {
  const customer = getCustomer(context, customerId, 'customer');
  const method = context.store.find('paymentMethods', id) ?? createFromName(context, id);
  if (!method) throw noSuch('PaymentMethod', id, param);
  const owner = idOf(method.customer);
  if (owner === customer.id) return method;
  if (owner !== null)
    throw new StripeProblem('The payment method you provided has already been attached to a customer.', { param });
  const { kind } = kindOf(context, method.id);
  if (isAlwaysDeclined(kind)) throw declineOf(kind);
  const attached = context.store.patch('paymentMethods', method.id, {
    customer: customer.id,
    created: context.time,
  });
  announce(context, 'payment_method.attached', attached);
  return attached;
}

/** A card that its customer may be charged on; throws if it belongs to someone else. */
export function getMethodOf(context: Context, id: string, customer: string, param: string): Stripe.PaymentMethod {
  const method = getPaymentMethod(context, id, param);
  if (idOf(method.customer) !== customer)
    throw new StripeProblem(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param },
    );
  return method;
}
