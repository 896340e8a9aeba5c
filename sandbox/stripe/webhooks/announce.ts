import type Stripe from 'stripe';
import type { Context } from '../state/context.ts';
import { newId } from '../state/ids.ts';

/** The version that the pinned SDK speaks; its types are this version's shapes. */
export const STRIPE_VERSION = '2026-10-28.endive';

type Shown = { object: string };

/** Creates an event and queues it for every webhook endpoint. */
export function announce(context: Context, type: Stripe.Event.Type, object: Shown): void {
  const { store, request } = context;
  const endpoints = store.list('webhookEndpoints');
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: STRIPE_VERSION,
    created: context.time,
    data: { object },
    livemode: false,
    pending_webhooks: endpoints.length,
    request: { id: request?.id ?? null, idempotency_key: request?.idempotencyKey ?? null },
    type,
  } as Stripe.Event; // reason: the SDK ties every type to its object; each caller names the two together
  store.put('events', event);
  for (const endpoint of endpoints)
    store.put('deliveries', {
      id: newId('dlv'),
      event: event.id,
      endpoint: endpoint.id,
      attempts: 0,
      nextAt: 0,
      lastAnswer: null,
    });
}

/** The same for a change. Without a difference, no event is created. */
export function announceChange(context: Context, type: Stripe.Event.Type, before: Shown, after: Shown): void {
  if (JSON.stringify(before) !== JSON.stringify(after)) announce(context, type, after);
}
