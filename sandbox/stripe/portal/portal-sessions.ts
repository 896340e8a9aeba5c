import type Stripe from 'stripe';
import { z } from 'zod';
import { getCustomer } from '../customers/get-customer.ts';
import { newId } from '../state/ids.ts';
import { text } from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { defaultConfiguration, getConfiguration } from './configurations.ts';
import { nulls } from '../state/nulls.ts';

const LIFE_SECONDS = 3_600;

const sessionParams = z.strictObject({
  customer: text,
  configuration: text.optional(),
  return_url: text.optional(),
  flow_data: z
    .strictObject({
      type: z.literal('payment_method_update'),
      after_completion: z
        .strictObject({ type: z.literal('redirect'), redirect: z.strictObject({ return_url: text }) })
        .optional(),
    })
    .optional(),
});

type FlowParams = z.output<typeof sessionParams>['flow_data'];

function flowOf(given: FlowParams): Stripe.BillingPortal.Session.Flow | null {
  if (!given) return null;
  const redirect = given.after_completion?.redirect ?? null;
  return {
    after_completion: { hosted_confirmation: null, redirect, type: redirect ? 'redirect' : 'portal_homepage' },
    ...nulls('customer_update subscription_cancel subscription_pause subscription_update subscription_update_confirm'),
    type: given.type,
  };
}

export const portalSessionRoutes = [
  route('POST', 'billing_portal/sessions', sessionParams, (context, params): Stripe.BillingPortal.Session => {
    const customer = getCustomer(context, params.customer, 'customer');
    const configuration = params.configuration
      ? getConfiguration(context, params.configuration, 'configuration')
      : defaultConfiguration(context);
    const token = newId('test', 32);
    const session = context.store.put('portalSessions', {
      id: newId('bps'),
      object: 'billing_portal.session',
      configuration: configuration.id,
      created: context.time,
      customer: customer.id,
      livemode: false,
      return_url: params.return_url ?? configuration.default_return_url,
      url: `${context.pagesUrl}/portal/${token}`,
      flow: flowOf(params.flow_data),
      ...nulls('after_expiration customer_account locale on_behalf_of'),
    });
    // Expires by the system's clock, not the account's: a moved clock must not lock people out of the page they are on.
    const expiresAt = Math.floor(Date.now() / 1_000) + LIFE_SECONDS;
    context.store.put('portalNotes', { id: session.id, token, expiresAt });
    return session;
  }),
];
