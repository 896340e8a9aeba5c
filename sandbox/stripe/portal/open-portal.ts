import type Stripe from 'stripe';
import { ENDED } from '../billing/cancel.ts';
import { getCustomer } from '../customers/get-customer.ts';
import type { Context } from '../state/context.ts';
import { idOf } from '../state/ids.ts';
import { noSuch, StripeProblem } from '../wire/stripe-problem.ts';
import { getConfiguration } from './configurations.ts';

export type Portal = {
  token: string;
  session: Stripe.BillingPortal.Session;
  features: Stripe.BillingPortal.Configuration.Features;
  customer: Stripe.Customer;
  /** The newest subscription that has not ended. */
  subscription: Stripe.Subscription | null;
};

/** What a portal page's URL opens; throws if the URL is unknown or too old. */
export function openPortal(context: Context, token: string): Portal {
  const note = context.store.list('portalNotes').find((one) => one.token === token);
  const session = note && context.store.find('portalSessions', note.id);
  if (!note || !session) throw noSuch('billing portal session', token);
  if (note.expiresAt * 1_000 < Date.now())
    throw new StripeProblem('This billing session has expired. Open billing again from the app.', { status: 410 });
  const customer = getCustomer(context, session.customer);
  const subscriptions = context.store
    .list('subscriptions')
    .filter((one) => one.customer === customer.id && !ENDED.includes(one.status));
  return {
    token,
    session,
    features: getConfiguration(context, idOf(session.configuration)).features,
    customer,
    subscription: subscriptions.at(-1) ?? null,
  };
}
