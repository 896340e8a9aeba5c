import type Stripe from 'stripe';
import type { Context } from '../state/context.ts';
import { noSuch } from '../wire/stripe-problem.ts';

/** A customer that was not deleted. */
export function getCustomer(context: Context, id: string, param?: string): Stripe.Customer {
  const customer = context.store.find('customers', id);
  if (!customer) throw noSuch('customer', id, param);
  return customer;
}
