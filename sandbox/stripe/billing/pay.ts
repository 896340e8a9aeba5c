import type Stripe from 'stripe';
import { kindOf } from '../customers/payment-methods.ts';
import type { FailingKind } from '../customers/test-cards.ts';
import type { Context } from '../state/context.ts';
import { idOf } from '../state/ids.ts';
import { announce } from '../webhooks/announce.ts';
import { markPaid, paymentOf } from './finalize.ts';
import { subscriptionOf } from './invoice-object.ts';
import { newCharge, paymentError } from './payment-objects.ts';

export type PayOutcome =
  | { isPaid: true }
  | {
      isPaid: false;
      failure: FailingKind | null;
      charge: string | null;
      intent: Stripe.PaymentIntent | null;
    };

/** The card that a subscription is charged on: its own, or else its customer's. */
export function cardOf(
  context: Context,
  subscription: Pick<Stripe.Subscription, 'customer' | 'default_payment_method'>,
): Stripe.PaymentMethod | null {
  const customer = context.store.find('customers', idOf(subscription.customer));
  const id = idOf(subscription.default_payment_method) ?? idOf(customer?.invoice_settings.default_payment_method) ?? '';
  return context.store.find('paymentMethods', id) ?? null;
}

/** The card that an invoice is charged on. */
export function cardFor(context: Context, invoice: Stripe.Invoice): Stripe.PaymentMethod | null {
  const subscription = context.store.find('subscriptions', subscriptionOf(invoice) ?? '');
  return cardOf(context, {
    customer: idOf(invoice.customer) ?? '',
    default_payment_method: subscription?.default_payment_method ?? null,
  });
}

/** The bank's answer. A card that needs approval works once its owner has approved. */
export function failureOf(context: Context, method: string): FailingKind | null {
  const { kind, isAuthenticated } = kindOf(context, method);
  if (kind === 'good' || kind === 'disputed' || (kind === 'authentication' && isAuthenticated)) return null;
  return kind;
}

/** Records one attempt to charge a card on a payment intent. */
export function chargeCard(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): { intent: Stripe.PaymentIntent; charge: Stripe.Charge | null; failure: FailingKind | null } {
  const failure = failureOf(context, method.id);
  const isDisputed = kindOf(context, method.id).kind === 'disputed';
  if (failure === 'authentication') {
    const asked = context.store.patch('paymentIntents', intent.id, {
      status: 'requires_action',
      payment_method: method.id,
      last_payment_error: paymentError(failure, method, null),
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
    });
    announce(context, 'payment_intent.requires_action', asked);
    return { intent: asked, charge: null, failure };
  }
  const charge = context.store.put('charges', newCharge(context, intent, method, { failure, isDisputed }));
  const tried = context.store.patch('paymentIntents', intent.id, {
    latest_charge: charge.id,
    next_action: null,
    ...(failure
      ? {
          status: 'requires_payment_method',
          payment_method: null,
          last_payment_error: paymentError(failure, method, charge.id),
        }
      : { status: 'succeeded', payment_method: method.id, amount_received: intent.amount, last_payment_error: null }),
  });
  announce(context, failure ? 'charge.failed' : 'charge.succeeded', charge);
  announce(context, failure ? 'payment_intent.payment_failed' : 'payment_intent.succeeded', tried);
  return { intent: tried, charge, failure };
}

/** Tries to collect an open invoice, and records the outcome. */
export function payInvoice(context: Context, invoice: Stripe.Invoice, card: Stripe.PaymentMethod | null): PayOutcome {
  const payment = paymentOf(context, invoice.id);
  const intent = context.store.find('paymentIntents', idOf(payment?.payment.payment_intent) ?? '');
  if (!payment || !intent) throw new Error(`The invoice ${invoice.id} was never finalized`);
  const tried = context.store.patch('invoices', invoice.id, {
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    // The caller decides when to retry; a time in the past would come up forever.
    next_payment_attempt: null,
  });
  if (!card) {
    announce(context, 'invoice.payment_failed', tried);
    return { isPaid: false, failure: null, charge: null, intent };
  }
  const result = chargeCard(context, intent, card);
  if (result.failure === null) {
    const now = context.time;
    const done = context.store.patch('invoicePayments', payment.id, {
      amount_paid: intent.amount,
      status: 'paid',
      status_transitions: { canceled_at: null, paid_at: now },
    });
    announce(context, 'invoice_payment.paid', done);
    markPaid(context, tried, intent.amount);
    return { isPaid: true };
  }
  if (result.failure === 'authentication') announce(context, 'invoice.payment_action_required', tried);
  announce(context, 'invoice.payment_failed', tried);
  return { isPaid: false, failure: result.failure, charge: result.charge?.id ?? null, intent: result.intent };
}
