import type { Stripe } from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { aListener, eventually, type Heard, startStripeWorld, type StripeWorld } from '#tests/support/stripe-world.ts';

let world: StripeWorld;
let stripe: Stripe;
let listeners: { id: string; close: () => Promise<unknown> }[] = [];

beforeAll(async () => {
  world = await startStripeWorld();
  ({ stripe } = world);
});
afterAll(() => world.close());
afterEach(async () => {
  await setManner('normal');
  for (const { id, close } of listeners) {
    await stripe.webhookEndpoints.del(id);
    await close();
  }
  listeners = [];
});

const setManner = (webhooks: string) =>
  fetch(`${world.sandbox().url}/stripe/switches`, { method: 'POST', body: new URLSearchParams({ webhooks }) });
const typesOf = (heard: Heard[]) => heard.map(({ body }) => (JSON.parse(body) as Stripe.Event).type); // reason: the sandbox sent it
const listen = async (
  events: Stripe.WebhookEndpointCreateParams.EnabledEvent[],
  answer?: (count: number) => number,
) => {
  const listener = await aListener(answer);
  const endpoint = await stripe.webhookEndpoints.create({ url: listener.url, enabled_events: events });
  listeners.push({ id: endpoint.id, close: listener.close });
  return { ...listener, endpoint, secret: endpoint.secret ?? '' };
};

describe('a webhook', () => {
  test('is signed so that the SDK believes it, and nothing else', async () => {
    const { heard, secret } = await listen(['customer.created']);
    const customer = await stripe.customers.create({ name: 'Grüße' });
    await eventually(() => heard.length).toBe(1);
    const [first] = heard;
    if (!first) throw new Error('something was heard');
    const event = stripe.webhooks.constructEvent(first.body, first.signature, secret);
    expect(event).toMatchObject({
      object: 'event',
      type: 'customer.created',
      api_version: '2026-10-28.endive',
      data: { object: { id: customer.id, name: 'Grüße' } },
      request: { id: customer.lastResponse.requestId, idempotency_key: expect.any(String) },
    });
    expect(() => stripe.webhooks.constructEvent(`${first.body} `, first.signature, secret)).toThrow('signature');
    expect(() => stripe.webhooks.constructEvent(first.body, first.signature, 'whsec_other')).toThrow('signature');
    expect(await stripe.events.retrieve(event.id)).toMatchObject({ id: event.id });
    await eventually(async () => (await stripe.events.retrieve(event.id)).pending_webhooks).toBe(0);
  });

  test('comes only for the events that were asked for, and says what was there before', async () => {
    const { heard } = await listen(['customer.updated']);
    const { id } = await stripe.customers.create({ name: 'Before', metadata: { a: '1', b: '2' } });
    await stripe.customers.update(id, { name: 'After', metadata: { a: '9' } });
    await eventually(() => typesOf(heard)).toEqual(['customer.updated']);
    expect(JSON.parse(heard[0]?.body ?? '')).toMatchObject({
      data: { previous_attributes: { name: 'Before', metadata: { a: '1' } } },
    });
  });

  test('shows its secret once, and can be switched off', async () => {
    const { endpoint, heard } = await listen(['*']);
    expect(endpoint.secret).toMatch(/^whsec_/);
    expect((await stripe.webhookEndpoints.list()).data[0]).not.toHaveProperty('secret');
    await stripe.webhookEndpoints.update(endpoint.id, { disabled: true });
    await stripe.customers.create({});
    await stripe.webhookEndpoints.update(endpoint.id, { disabled: false });
    await stripe.products.create({ name: 'x' });
    await eventually(() => typesOf(heard)).toEqual(['product.created']);
  });

  test('that is refused comes again, later each time, until it is taken', async () => {
    const { heard } = await listen(['customer.created'], (count) => (count < 3 ? 500 : 204));
    await stripe.customers.create({});
    await eventually(() => heard.length).toBe(3);
    const [first, second, third] = heard.map(({ at }) => at);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(900);
    expect((third ?? 0) - (second ?? 0)).toBeGreaterThan(1_800);
    expect(new Set(heard.map(({ body }) => body)).size).toBe(1);
  });

  test('that nobody took yet comes after a restart', async () => {
    const { heard, secret } = await listen(['customer.created'], (count) => (count === 1 ? 503 : 200));
    await stripe.customers.create({ name: 'Patient' });
    await eventually(() => heard.length).toBe(1);
    await world.restart();
    await eventually(() => heard.length).toBe(2);
    const second = heard[1];
    expect(stripe.webhooks.constructEvent(second?.body ?? '', second?.signature ?? '', secret)).toMatchObject({
      data: { object: { name: 'Patient' } },
    });
  });

  test('can be made to come twice, late, in another order, or when it is let go', async () => {
    const { heard } = await listen(['customer.created']);
    const names = () => heard.map(({ body }) => (JSON.parse(body) as Stripe.CustomerCreatedEvent).data.object.name); // reason: only these are heard
    await setManner('duplicate');
    await stripe.customers.create({ name: 'twice' });
    await eventually(names).toEqual(['twice', 'twice']);

    await setManner('hold');
    heard.length = 0;
    await stripe.customers.create({ name: 'held' });
    await setManner('normal');
    await eventually(names).toEqual(['held']);

    await setManner('shuffle');
    heard.length = 0;
    const given = Array.from({ length: 12 }, (_, index) => `n${index}`);
    for (const name of given) await stripe.customers.create({ name });
    await eventually(() => names().length).toBe(12);
    expect(new Set(names())).toEqual(new Set(given));

    await setManner('delay');
    heard.length = 0;
    await stripe.customers.create({ name: 'late' });
    await eventually(names).toEqual(['late']);
  });
});

describe('the address that the product registers', () => {
  test('keeps its secret however often it is registered, restarts included', async () => {
    const listener = await aListener();
    const first = await world.sandbox().deliverStripeEventsTo(listener.url);
    await world.restart();
    const second = await world.sandbox().deliverStripeEventsTo(listener.url);
    expect(second).toEqual(first);
    const { data } = await stripe.webhookEndpoints.list();
    expect(data.filter(({ url }) => url === listener.url)).toHaveLength(1);
    for (const { id } of data) await stripe.webhookEndpoints.del(id);
    await listener.close();
  });
});
