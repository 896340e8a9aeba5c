import type Stripe from 'stripe';

/** A decimal on the wire: a string, which the SDK turns into a Decimal. */
export function decimalOf(value: number): Stripe.Decimal {
  return String(value) as unknown as Stripe.Decimal; // reason: the SDK's type is what its client makes of this string
}
