import type Stripe from 'stripe';

/** An address as it is given: what is missing or empty is nothing. */
export type GivenAddress = { [K in keyof Stripe.Address]?: string };

/** An address with every field, as answers have it. */
export function fullAddress(given: GivenAddress): Stripe.Address {
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
