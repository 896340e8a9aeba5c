import type { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aListener, eventually, startStripeWorld, type StripeWorld } from '#tests/support/stripe-world.ts';

let world: StripeWorld;
let stripe: Stripe;
let listeners: { close: () => Promise<unknown> }[] = [];

beforeEach(async () => {
  world = await startStripeWorld();
  ({ stripe } = world);
});
afterEach(async () => {
  for (const { close } of listeners) await close();
  listeners = [];
  await world.close();
});

const setManner = (webhooks: string) =>
  fetch(`${world.sandbox().url}/stripe/switches`, { method: 'POST', body: new URLSearchParams({ webhooks }) });
const listen = async (answer?: (count: number) => number) => {
  const listener = await aListener(answer);
  listeners.push(listener);
  return { ...listener, ...(await world.sandbox().deliverStripeEventsTo(listener.url)) };
};

describe('a webhook', () => {
  test('passes the SDK’s signature check, and nothing altered does', async () => {
    const { received, secret } = await listen();
    const customer = await stripe.customers.create({ name: 'Grüße' });
    await eventually(() => received.length).toBe(1);
    const [first] = received;
    if (!first) throw new Error('something was received');
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

  test('that is refused is retried at growing intervals until it is accepted', async () => {
    const { received } = await listen((count) => (count < 3 ? 500 : 204));
    await stripe.customers.create({});
    await eventually(() => received.length).toBe(3);
    const [first, second, third] = received.map(({ at }) => at);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(900);
    expect((third ?? 0) - (second ?? 0)).toBeGreaterThan(1_800);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  });

  test('that was never accepted is delivered after a restart', async () => {
    const { received, secret } = await listen((count) => (count === 1 ? 503 : 200));
    await stripe.customers.create({ name: 'Patient' });
    await eventually(() => received.length).toBe(1);
    await world.restart();
    await eventually(() => received.length).toBe(2);
    const second = received[1];
    expect(stripe.webhooks.constructEvent(second?.body ?? '', second?.signature ?? '', secret)).toMatchObject({
      data: { object: { name: 'Patient' } },
    });
  });

  test('can be duplicated, delayed, reordered or held on demand', async () => {
    const { received } = await listen();
    const names = () => received.map(({ body }) => (JSON.parse(body) as Stripe.CustomerCreatedEvent).data.object.name); // reason: only these are received
    await setManner('duplicate');
    await stripe.customers.create({ name: 'twice' });
    await eventually(names).toEqual(['twice', 'twice']);

    await setManner('hold');
    received.length = 0;
    await stripe.customers.create({ name: 'held' });
    await setManner('normal');
    await eventually(names).toEqual(['held']);

    await setManner('shuffle');
    received.length = 0;
    const given = Array.from({ length: 12 }, (_, index) => `n${index}`);
    for (const name of given) await stripe.customers.create({ name });
    await eventually(() => names().length).toBe(12);
    expect(new Set(names())).toEqual(new Set(given));

    await setManner('delay');
    received.length = 0;
    await stripe.customers.create({ name: 'late' });
    await eventually(names).toEqual(['late']);
  });
});

describe('the endpoint that the product registers', () => {
  test('keeps its secret however often it is registered, across restarts too', async () => {
    const listener = await aListener();
    const first = await world.sandbox().deliverStripeEventsTo(listener.url);
    await world.restart();
    const second = await world.sandbox().deliverStripeEventsTo(listener.url);
    expect(second).toEqual(first);
    await listener.close();
  });
});
