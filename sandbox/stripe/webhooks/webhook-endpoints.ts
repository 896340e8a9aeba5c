import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../state/context.ts';
import { newId } from '../state/ids.ts';
import { isCreatedIn, pageOf } from '../wire/page-of.ts';
import { bool, created, emptyable, list, mergeMetadata, metadata, nothing, paging, text } from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { noSuch, StripeProblem } from '../wire/stripe-problem.ts';
import { STRIPE_VERSION } from './announce.ts';

const url = z.url({ protocol: /^https?$/, error: 'Invalid URL: The URL must begin with http or https.' });
const events = list(text.regex(/^(?:\*|[a-z_]+(?:\.[a-z_]+)+)$/, 'Invalid enabled_events')).min(1);
const ENDPOINTS_MAX = 16;

function getEndpoint(context: Context, id: string): Stripe.WebhookEndpoint {
  const endpoint = context.store.find('webhookEndpoints', id);
  if (!endpoint) throw noSuch('webhook endpoint', id);
  return endpoint;
}

/** Registers an address. Its secret is shown in this answer and never again. */
export function createEndpoint(
  context: Context,
  wish: { url: string; events: string[]; description?: string | null; metadata?: Record<string, string> },
): Stripe.WebhookEndpoint & { secret: string } {
  if (context.store.list('webhookEndpoints').length >= ENDPOINTS_MAX)
    throw new StripeProblem(`You have reached the maximum of ${ENDPOINTS_MAX} test webhook endpoints.`);
  const endpoint = context.store.put('webhookEndpoints', {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: STRIPE_VERSION,
    application: null,
    created: context.time,
    description: wish.description ?? null,
    enabled_events: wish.events,
    livemode: false,
    metadata: wish.metadata ?? {},
    status: 'enabled',
    url: wish.url,
  });
  const secret = newId('whsec', 32);
  context.store.put('endpointSecrets', { id: endpoint.id, secret });
  return { ...endpoint, secret };
}

export const webhookEndpointRoutes = [
  route(
    'POST',
    'webhook_endpoints',
    z.strictObject({
      url,
      enabled_events: events,
      api_version: z
        .literal(STRIPE_VERSION, { error: `The sandbox speaks version ${STRIPE_VERSION} only.` })
        .optional(),
      description: emptyable(text).optional(),
      metadata,
    }),
    (context, params) =>
      createEndpoint(context, {
        url: params.url,
        events: params.enabled_events,
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
      }),
  ),
  route('GET', 'webhook_endpoints/:id', nothing, (context, _params, id = '') => getEndpoint(context, id)),
  route(
    'POST',
    'webhook_endpoints/:id',
    z.strictObject({
      url: url.optional(),
      enabled_events: events.optional(),
      disabled: bool.optional(),
      description: emptyable(text).optional(),
      metadata,
    }),
    (context, params, id = '') => {
      const before = getEndpoint(context, id);
      const { disabled } = params;
      return context.store.patch('webhookEndpoints', id, {
        url: params.url ?? before.url,
        enabled_events: params.enabled_events ?? before.enabled_events,
        status: disabled === undefined ? before.status : disabled ? 'disabled' : 'enabled',
        description: params.description === undefined ? before.description : params.description,
        metadata: mergeMetadata(before.metadata, params.metadata),
      });
    },
  ),
  route('DELETE', 'webhook_endpoints/:id', nothing, (context, _params, id = ''): Stripe.DeletedWebhookEndpoint => {
    getEndpoint(context, id);
    context.store.remove('webhookEndpoints', id);
    context.store.remove('endpointSecrets', id);
    return { id, object: 'webhook_endpoint', deleted: true };
  }),
  route('GET', 'webhook_endpoints', z.strictObject(paging), (context, params) =>
    pageOf(context.store.list('webhookEndpoints'), params, '/v1/webhook_endpoints'),
  ),
];

export const eventRoutes = [
  route('GET', 'events/:id', nothing, (context, _params, id = '') => {
    const event = context.store.find('events', id);
    if (!event) throw noSuch('event', id);
    return event;
  }),
  route(
    'GET',
    'events',
    z.strictObject({ ...paging, created, type: text.optional(), types: list(text).max(20).optional() }),
    (context, params) => {
      const isWanted = (type: string) =>
        params.type === undefined ||
        type === params.type ||
        (params.type.endsWith('*') && type.startsWith(params.type.slice(0, -1)));
      const rows = context.store
        .list('events')
        .filter((event) => isWanted(event.type))
        .filter((event) => !params.types || params.types.includes(event.type))
        .filter((event) => isCreatedIn(event.created, params.created));
      return pageOf(rows, params, '/v1/events');
    },
  ),
];
