import type Stripe from 'stripe';
import { chargeCard } from '../billing/pay.ts';
import { newPaymentIntent } from '../billing/payment-objects.ts';
import type { GivenAddress } from '../customers/address.ts';
import { createFromTyped, declineOf, kindOf } from '../customers/payment-methods.ts';
import type { TypedCard } from '../customers/read-card.ts';
import type { CardKind } from '../customers/test-cards.ts';
import { timeFor, type Context } from '../state/context.ts';
import { idOf } from '../state/ids.ts';
import { announce } from '../webhooks/announce.ts';
import { completeSession } from './complete-session.ts';

export type Submission = {
  email: string;
  name: string;
  businessName: string;
  address: GivenAddress | null;
  taxId: { type: string; value: string } | null;
  card: TypedCard | null;
  /** The card of a first try that waited for its owner, and what the owner said. */
  approval: { method: string; isGiven: boolean } | null;
};
export type Submitted =
  | { kind: 'done'; session: Stripe.Checkout.Session }
  /** The bank wants to hear it from the card's owner. */
  | { kind: 'approve'; method: string }
  | { kind: 'refused'; message: string };

/** Whether a session can be completed without a card. */
export function needsCard(session: Stripe.Checkout.Session): boolean {
  return session.payment_method_collection === 'always' || (session.amount_total ?? 0) > 0;
}

/** Putting a card on file charges nothing, so a card that fails only when charged passes. */
function failureNow(kind: CardKind, isCharged: boolean): Exclude<CardKind, 'good'> | null {
  if (kind === 'good' || kind === 'authentication') return null;
  return kind === 'fails_later' && !isCharged ? null : kind;
}

/** A declined try leaves its traces, though there is no subscription yet. */
function bookDecline(context: Context, session: Stripe.Checkout.Session, method: Stripe.PaymentMethod): void {
  const intent = newPaymentIntent(context, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    customer: idOf(session.customer),
    description: 'Subscription creation',
  });
  announce(context, 'payment_intent.created', context.store.put('paymentIntents', intent));
  chargeCard(context, intent, method);
}

function cardOf(context: Context, session: Stripe.Checkout.Session, given: Submission): Stripe.PaymentMethod | null {
  if (given.approval) {
    const waiting = context.store.find('paymentMethods', given.approval.method);
    return waiting && waiting.customer === null ? waiting : null;
  }
  if (!given.card) return null;
  const now = timeFor(context, session.customer);
  return createFromTyped(context, given.card, { email: given.email || null, name: given.name || null }, now);
}

/** One press of the pay page's button. Throws what is wrong with what was typed. */
export function submitPayment(context: Context, session: Stripe.Checkout.Session, given: Submission): Submitted {
  if (!session.customer && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given.email))
    return { kind: 'refused', message: 'Enter an e-mail address, such as nora@example.com.' };
  if (session.billing_address_collection === 'required' && (!given.address?.line1 || !given.address.country))
    return { kind: 'refused', message: 'Enter a street and a country.' };
  const { business } = session.name_collection ?? {};
  if (business?.enabled && !business.optional && given.businessName === '')
    return { kind: 'refused', message: 'Enter the name of your company.' };
  const card = cardOf(context, session, given);
  if (!card && needsCard(session)) return { kind: 'refused', message: 'Enter a card, or press one of the test cards.' };
  if (card) {
    const { kind } = kindOf(context, card.id);
    const failure = failureNow(kind, (session.amount_total ?? 0) > 0);
    if (failure) {
      if ((session.amount_total ?? 0) > 0) bookDecline(context, session, card);
      return { kind: 'refused', message: declineOf(failure).message };
    }
    if (kind === 'authentication' && !given.approval) return { kind: 'approve', method: card.id };
    if (given.approval && !given.approval.isGiven)
      return {
        kind: 'refused',
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      };
    context.store.put('cardNotes', { id: card.id, kind, isAuthenticated: kind === 'authentication' });
  }
  const { email, name, businessName, address, taxId } = given;
  const done = completeSession(context, session, {
    email,
    name,
    businessName,
    address,
    taxId,
    method: card?.id ?? null,
  });
  return { kind: 'done', session: done };
}
