import type Stripe from 'stripe';
import { timeFor, type Context } from '../state/context.ts';
import { newId } from '../state/ids.ts';

/** The version that the pinned SDK speaks; its types are this version's shapes. */
export const STRIPE_VERSION = '2026-10-28.endive';

type Shown = { object: string };
type Json = Record<string, unknown>;

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What was there before, for every field that is different now. */
function differences(before: Json, after: Json): Json {
  const different: Json = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[key], after[key]];
    if (JSON.stringify(old) === JSON.stringify(now)) continue;
    const inner = isJson(old) && isJson(now) && !('object' in old);
    different[key] = inner ? differences(old, now) : (old ?? null);
  }
  return different;
}

function customerOf(object: object): string | null {
  if ('object' in object && object.object === 'customer' && 'id' in object) return String(object.id);
  return 'customer' in object && typeof object.customer === 'string' ? object.customer : null;
}

function record(context: Context, type: Stripe.Event.Type, object: object, previous?: Json): void {
  const { store, request } = context;
  const endpoints = store
    .list('webhookEndpoints')
    .filter((endpoint) => endpoint.status === 'enabled')
    .filter(({ enabled_events: wanted }) => wanted.includes('*') || wanted.includes(type));
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: STRIPE_VERSION,
    created: timeFor(context, customerOf(object)),
    data: { object, ...(previous ? { previous_attributes: previous } : {}) },
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

/** Writes an event and queues it for every webhook endpoint that wants its type. */
export function announce(context: Context, type: Stripe.Event.Type, object: Shown): void {
  record(context, type, object);
}

/** The same for a change, with what was there before. Nothing changed, nothing said. */
export function announceChange(context: Context, type: Stripe.Event.Type, before: Shown, after: Shown): void {
  const previous = differences({ ...before }, { ...after });
  if (Object.keys(previous).length > 0) record(context, type, after, previous);
}
