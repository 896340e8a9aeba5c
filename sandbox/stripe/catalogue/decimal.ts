import type Stripe from 'stripe';

/** A decimal as it goes over the wire: a string, which the SDK makes a Decimal of. */
export function decimalOf(value: number): Stripe.Decimal {
  return String(value) as unknown as Stripe.Decimal; // reason: the SDK's type is what its client makes of this string
}
