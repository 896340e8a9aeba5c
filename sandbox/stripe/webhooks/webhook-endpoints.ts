import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../state/context.ts';
import { newId } from '../state/ids.ts';
import { pageOf } from '../wire/page-of.ts';
import { nothing, paging } from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { noSuch } from '../wire/stripe-problem.ts';
import { STRIPE_VERSION } from './announce.ts';

/** Registers a URL for every event, once, and returns the secret that signs them. At Stripe the dashboard does this. */
export function secretFor(context: Context, url: string, description: string): string {
  const { store } = context;
  const known = store.list('webhookEndpoints').find((endpoint) => endpoint.url === url);
  const kept = known && store.find('endpointSecrets', known.id);
  if (kept) return kept.secret;
  const endpoint: Stripe.WebhookEndpoint = {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: STRIPE_VERSION,
    application: null,
    created: context.time,
    description,
    enabled_events: ['*'],
    livemode: false,
    metadata: {},
    status: 'enabled',
    url,
  };
  const secret = newId('whsec', 32);
  store.put('webhookEndpoints', endpoint);
  store.put('endpointSecrets', { id: endpoint.id, secret });
  return secret;
}

export const eventRoutes = [
  route('GET', 'events/:id', nothing, (context, _params, id = '') => {
    const event = context.store.find('events', id);
    if (!event) throw noSuch('event', id);
    return event;
  }),
  route('GET', 'events', z.strictObject(paging), (context, params) =>
    pageOf(context.store.list('events'), params, '/v1/events'),
  ),
];
