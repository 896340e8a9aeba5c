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

/** What the address of a portal page opens; throws where it is unknown or too old. */
export function openPortal(context: Context, token: string): Portal {
  const note = context.store.list('portalNotes').find((one) => one.token === token);
  const session = note && context.store.find('portalSessions', note.id);
  if (!note || !session) throw noSuch('billing portal session', token);
  if (note.expiresAt * 1_000 < Date.now())
    throw new StripeProblem('This portal session has expired. Open it again in the app.', { status: 410 });
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

/** Where a flow that was finished leads: back to the app, or to the portal's first page. */
export function afterFlow(portal: Portal): string {
  const after = portal.session.flow?.after_completion;
  if (after?.type === 'redirect' && after.redirect) return after.redirect.return_url;
  return `/portal/${portal.token}${after?.type === 'hosted_confirmation' ? '?done=1' : ''}`;
}
