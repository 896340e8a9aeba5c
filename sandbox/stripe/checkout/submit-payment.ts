import type Stripe from 'stripe';
import { chargeCard } from '../billing/pay.ts';
import { newPaymentIntent } from '../billing/payment-objects.ts';
import type { SubmittedAddress } from '../customers/address.ts';
import { createFromTyped, declineOf, kindOf, NO_CARD, NOT_APPROVED } from '../customers/payment-methods.ts';
import type { TypedCard } from '../customers/read-card.ts';
import type { CardKind, FailingKind } from '../customers/test-cards.ts';
import type { Context } from '../state/context.ts';
import { idOf } from '../state/ids.ts';
import { announce } from '../webhooks/announce.ts';
import { completeSession } from './complete-session.ts';

export type Submission = {
  email: string;
  businessName: string;
  address: SubmittedAddress | null;
  taxId: { type: string; value: string } | null;
  card: TypedCard | null;
  /** The card of an earlier attempt that waited for its owner, and the owner's decision. */
  approval: { method: string; isGiven: boolean } | null;
};
export type Submitted =
  | { kind: 'done'; session: Stripe.Checkout.Session }
  /** The bank wants the card's owner to approve. */
  | { kind: 'approve'; method: string }
  | { kind: 'refused'; message: string };

/** Whether a session can be completed without a card. */
export function needsCard(session: Stripe.Checkout.Session): boolean {
  return session.payment_method_collection === 'always' || (session.amount_total ?? 0) > 0;
}

/** Saving a card charges nothing, so a card that fails only when charged passes. */
function failureNow(kind: CardKind, isCharged: boolean): FailingKind | null {
  if (kind === 'good' || kind === 'disputed' || kind === 'authentication') return null;
  return kind === 'fails_later' && !isCharged ? null : kind;
}

/** Records a declined attempt, although there is no subscription yet. */
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

function cardOf(context: Context, given: Submission): Stripe.PaymentMethod | null {
  if (given.approval) {
    const waiting = context.store.find('paymentMethods', given.approval.method);
    return waiting && waiting.customer === null ? waiting : null;
  }
  if (!given.card) return null;
  const now = context.time;
  return createFromTyped(context, given.card, { email: given.email || null }, now);
}

/** Handles one press of the pay page's button. Throws if a typed value is invalid. */
export function submitPayment(context: Context, session: Stripe.Checkout.Session, given: Submission): Submitted {
  if (!session.customer && !/^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(given.email))
    return { kind: 'refused', message: 'Enter an email address, such as nora@example.com.' };
  if (session.billing_address_collection === 'required' && (!given.address?.line1 || !given.address.country))
    return { kind: 'refused', message: 'Enter a street address and a country.' };
  const { business } = session.name_collection ?? {};
  if (business?.enabled && !business.optional && given.businessName === '')
    return { kind: 'refused', message: 'Enter your company name.' };
  const card = cardOf(context, given);
  if (!card && needsCard(session)) return NO_CARD;
  if (card) {
    const { kind } = kindOf(context, card.id);
    const failure = failureNow(kind, (session.amount_total ?? 0) > 0);
    if (failure) {
      if ((session.amount_total ?? 0) > 0) bookDecline(context, session, card);
      return { kind: 'refused', message: declineOf(failure).message };
    }
    if (kind === 'authentication' && !given.approval) return { kind: 'approve', method: card.id };
    if (given.approval && !given.approval.isGiven) return NOT_APPROVED;
    context.store.put('cardNotes', { id: card.id, kind, isAuthenticated: kind === 'authentication' });
  }
  const { email, businessName, address, taxId } = given;
  const done = completeSession(context, session, {
    email,
    businessName,
    address,
    taxId,
    method: card?.id ?? null,
  });
  return { kind: 'done', session: done };
}
