import type Stripe from 'stripe';
import {
  attachMethod,
  createFromTyped,
  declineOf,
  isAlwaysDeclined,
  kindOf,
  NO_CARD,
  NOT_APPROVED,
} from '../customers/payment-methods.ts';
import { updateCustomer } from '../customers/customers.ts';
import type { TypedCard } from '../customers/read-card.ts';
import { ENDED } from '../billing/cancel.ts';
import { changeSubscription } from '../billing/change-subscription.ts';
import type { Context } from '../state/context.ts';

export type Filed =
  | { kind: 'done'; method: Stripe.PaymentMethod }
  | { kind: 'approve'; method: string }
  | { kind: 'refused'; message: string };

/** Makes a card the customer's default: every later charge goes to it. */
export function putCardOnFile(
  context: Context,
  customer: string,
  given: { card: TypedCard | null; approval: { method: string; isGiven: boolean } | null },
): Filed {
  const waiting = given.approval && context.store.find('paymentMethods', given.approval.method);
  if (given.approval && !given.approval.isGiven) return NOT_APPROVED;
  const made = waiting ?? (given.card && createFromTyped(context, given.card, {}, context.time));
  if (!made) return NO_CARD;
  const { kind } = kindOf(context, made.id);
  if (kind === 'authentication' && !given.approval) return { kind: 'approve', method: made.id };
  if (isAlwaysDeclined(kind)) return { kind: 'refused', message: declineOf(kind).message };
  context.store.put('cardNotes', { id: made.id, kind, isAuthenticated: kind === 'authentication' });
  const method = attachMethod(context, made.id, customer);
  updateCustomer(context, customer, { invoice_settings: { default_payment_method: method.id } });
  for (const subscription of context.store.list('subscriptions'))
    if (subscription.customer === customer && !ENDED.includes(subscription.status))
      changeSubscription(context, subscription, { default_payment_method: method.id });
  return { kind: 'done', method };
}
