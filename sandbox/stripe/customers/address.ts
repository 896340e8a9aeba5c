import type Stripe from 'stripe';

/** An address as submitted: missing and empty fields count as absent. */
export type SubmittedAddress = { [K in keyof Stripe.Address]?: string };

/** An address with every field, as in responses. */
export function fullAddress(given: SubmittedAddress): Stripe.Address {
  const { line1, line2, city, state, postal_code, country } = given;
  return {
    city: city || null,
    country: country || null,
    line1: line1 || null,
    line2: line2 || null,
    postal_code: postal_code || null,
    state: state || null,
  };
}
