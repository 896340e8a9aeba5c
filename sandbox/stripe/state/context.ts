import type Stripe from 'stripe';
import { idOf } from './ids.ts';
import type { Store } from './store.ts';
import type { Switches } from './tables.ts';

/** What a piece of work knows: the rows, the time, and whose request it is. */
export type Context = {
  store: Store;
  /** The account's time in Unix seconds, for whoever is in no test clock. */
  time: number;
  /** Where people reach the sandbox's pages, without a slash at the end. */
  pagesUrl: string;
  request: { id: string; idempotencyKey: string | null } | null;
};

export type Expandable<T extends { id: string }> = string | T | null | undefined;

/** The test clock of a customer, or null where the account's own time holds. */
export function clockOf(context: Context, customer: Expandable<Stripe.Customer | Stripe.DeletedCustomer>) {
  const id = idOf(customer);
  return id === null ? null : idOf(context.store.find('customers', id)?.test_clock);
}

/** Now for a customer, in Unix seconds. */
export function timeFor(context: Context, customer: Expandable<Stripe.Customer | Stripe.DeletedCustomer>): number {
  const clock = clockOf(context, customer);
  return clock === null ? context.time : (context.store.find('testClocks', clock)?.frozen_time ?? context.time);
}

export function switchesOf(store: Store): Switches {
  return (
    store.find('switches', 'switches') ?? {
      id: 'switches',
      aheadSeconds: 0,
      webhooks: 'normal',
      afterLastRetry: 'cancel',
      fault: null,
      faultsLeft: 0,
    }
  );
}

export function setSwitches(store: Store, changes: Partial<Switches>): void {
  store.put('switches', { ...switchesOf(store), ...changes });
}
