import type Stripe from 'stripe';
import { newSetupIntent } from '../billing/payment-objects.ts';
import { attachMethod, createFromTyped, declineOf, kindOf } from '../customers/payment-methods.ts';
import { updateCustomer } from '../customers/customers.ts';
import type { TypedCard } from '../customers/read-card.ts';
import { ENDED } from '../billing/cancel.ts';
import { changeSubscription } from '../billing/change-subscription.ts';
import { timeFor, type Context } from '../state/context.ts';
import { announce } from '../webhooks/announce.ts';

export type Filed =
  | { kind: 'done'; method: Stripe.PaymentMethod }
  | { kind: 'approve'; method: string }
  | { kind: 'refused'; message: string };

/** Makes a card the one that everything of a customer is charged on from now. */
export function putCardOnFile(
  context: Context,
  customer: string,
  given: { card: TypedCard | null; approval: { method: string; isGiven: boolean } | null },
): Filed {
  const waiting = given.approval && context.store.find('paymentMethods', given.approval.method);
  if (given.approval && !given.approval.isGiven)
    return {
      kind: 'refused',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    };
  const made = waiting ?? (given.card && createFromTyped(context, given.card, {}, timeFor(context, customer)));
  if (!made) return { kind: 'refused', message: 'Enter a card, or press one of the test cards.' };
  const { kind } = kindOf(context, made.id);
  if (kind === 'authentication' && !given.approval) return { kind: 'approve', method: made.id };
  if (kind !== 'good' && kind !== 'fails_later' && kind !== 'authentication')
    return { kind: 'refused', message: declineOf(kind).message };
  context.store.put('cardNotes', { id: made.id, kind, isAuthenticated: kind === 'authentication' });
  const method = attachMethod(context, made.id, customer);
  announce(
    context,
    'setup_intent.succeeded',
    context.store.put('setupIntents', newSetupIntent(context, customer, method.id)),
  );
  updateCustomer(context, customer, { invoice_settings: { default_payment_method: method.id } });
  for (const subscription of context.store.list('subscriptions'))
    if (subscription.customer === customer && !ENDED.includes(subscription.status))
      changeSubscription(context, subscription, { default_payment_method: method.id });
  return { kind: 'done', method };
}
