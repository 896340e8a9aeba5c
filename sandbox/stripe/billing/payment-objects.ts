import type Stripe from 'stripe';
import type { Context } from '../state/context.ts';
import { idOf, newId } from '../state/ids.ts';
import { DECLINES, type FailingKind } from '../customers/test-cards.ts';
import { nulls } from '../state/nulls.ts';

export function newPaymentIntent(
  context: Context,
  options: { amount: number; currency: string; customer: string | null; description: string },
): Stripe.PaymentIntent {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    amount: options.amount,
    amount_capturable: 0,
    amount_received: 0,
    capture_method: 'automatic',
    client_secret: newId(`${id}_secret`),
    confirmation_method: 'automatic',
    created: context.time,
    currency: options.currency,
    customer: options.customer,
    description: options.description,
    livemode: false,
    metadata: {},
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    ...nulls('allowed_payment_method_types application application_fee_amount'),
    ...nulls('automatic_payment_methods canceled_at cancellation_reason customer_account'),
    ...nulls('excluded_payment_method_types last_payment_error latest_charge managed_payments'),
    ...nulls('next_action on_behalf_of payment_method payment_method_configuration_details'),
    ...nulls('payment_method_options payment_record processing receipt_email review'),
    ...nulls('setup_future_usage shipping source statement_descriptor statement_descriptor_suffix'),
    ...nulls('transfer_data transfer_group'),
  };
}

/** One attempt to charge a card. */
export function newCharge(
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { failure, isDisputed }: { failure: FailingKind | null; isDisputed: boolean },
): Stripe.Charge {
  const decline = failure && DECLINES[failure];
  const paid = failure === null;
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    billing_details: method.billing_details,
    captured: paid,
    created: context.time,
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    disputed: isDisputed,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    refunded: false,
    status: paid ? 'succeeded' : 'failed',
    ...nulls('application application_fee application_fee_amount balance_transaction'),
    ...nulls('calculated_statement_descriptor failure_balance_transaction on_behalf_of outcome'),
    ...nulls('payment_method_details receipt_email receipt_number receipt_url review shipping source'),
    ...nulls('source_transfer statement_descriptor statement_descriptor_suffix transfer_data'),
    ...nulls('transfer_group'),
  };
}

/** What a failed attempt leaves on its payment intent. */
export function paymentError(failure: FailingKind, method: Stripe.PaymentMethod, charge: string | null) {
  const { code, declineCode, message } = DECLINES[failure];
  return {
    ...(charge ? { charge } : {}),
    code,
    ...(declineCode ? { decline_code: declineCode } : {}),
    message,
    payment_method: method,
    type: 'card_error' as const,
  };
}
