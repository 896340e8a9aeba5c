import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PRICE_IDS } from '#contract/billing/plans.ts';
import { createLog } from '#server/lib/log.ts';
import { startStripeWorld, type StripeWorld } from '#tests/support/stripe-world.ts';
import { syncStripeCatalog } from './stripe-catalog.ts';
import { createStripeClient, STRIPE_API_VERSION, type StripeSettings } from './stripe-client.ts';
import { createStripeGateway } from './stripe.ts';

const SITE = { publicUrl: 'http://localhost:3000' };
let world: StripeWorld;
let stripe: Stripe;
let settings: StripeSettings;
beforeAll(async () => {
  world = await startStripeWorld();
  const { host, port, apiKey } = world.sandbox().stripe;
  settings = { baseUrl: `http://${host}:${port}`, secretKey: apiKey, webhookSecrets: [] };
  stripe = createStripeClient(settings);
});
afterAll(() => world.close());

describe('the catalog at Stripe', () => {
  test('is created in an empty account, and a second sync changes nothing', async () => {
    const first = await syncStripeCatalog(stripe, SITE);
    expect(new Set(first.map(({ change }) => change))).toEqual(new Set(['created']));
    const again = await syncStripeCatalog(stripe, SITE);
    expect(again.filter(({ change }) => change === 'created')).toEqual([]);
    expect(again.filter(({ change }) => change === 'updated').map(({ what }) => what)).toEqual([
      'portal configuration',
    ]);
    expect((await stripe.products.list()).data).toHaveLength(3);
    expect((await stripe.prices.list({ limit: 100 })).data).toHaveLength(PRICE_IDS.length);
    expect((await stripe.billingPortal.configurations.list({ active: true })).data).toHaveLength(1);
  });

  test('is corrected after manual changes, and unrelated objects stay', async () => {
    const own = await stripe.products.create({ name: 'A workshop' });
    await stripe.products.update('tenfold_pro', { name: 'Pro, renamed', active: false });
    const [old] = (await stripe.prices.list({ lookup_keys: ['pro_monthly'] })).data;
    const dearer = await stripe.prices.create({
      product: 'tenfold_pro',
      currency: 'usd',
      unit_amount: 9_900,
      recurring: { interval: 'month' },
      lookup_key: 'pro_monthly',
      transfer_lookup_key: true,
    });
    const steps = await syncStripeCatalog(stripe, SITE);
    const updated = steps.filter(({ change }) => change === 'updated').map(({ what }) => what);
    expect(updated).toEqual(['product tenfold_pro', 'price pro_monthly: 59 USD', 'portal configuration']);
    const [price] = (await stripe.prices.list({ lookup_keys: ['pro_monthly'] })).data;
    expect(price).toMatchObject({ unit_amount: 5_900, active: true, product: 'tenfold_pro' });
    expect((await stripe.prices.retrieve(dearer.id)).active).toBe(false);
    expect((await stripe.prices.retrieve(old?.id ?? '')).metadata).toEqual({ price_id: 'pro_monthly' });
    expect(await stripe.products.retrieve('tenfold_pro')).toMatchObject({ name: 'Tenfold Pro', active: true });
    expect(await stripe.products.retrieve(own.id)).toMatchObject({ name: 'A workshop', active: true });
  });
});

describe('the Stripe client', () => {
  const ask = (changes: Partial<StripeSettings>) =>
    createStripeGateway({ ...settings, ...changes }, createLog('silent')).readCustomer('cus_1234567890abcd');

  test('uses the API version that the SDK is pinned to', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: { stripe: string } }; // reason: our own file
    expect(dependencies.stripe).toMatch(/^\d+\.\d+\.\d+$/);
    const types = readFileSync('node_modules/stripe/esm/apiVersion.js', 'utf8');
    expect(types).toContain(`'${STRIPE_API_VERSION}'`);
  });

  test('ignores a deleted customer, and rejects the key of another account', async () => {
    const gateway = createStripeGateway(settings, createLog('silent'));
    const gone = await gateway.createCustomer({ userId: 'person-2', email: 'gone@example.com' }, 'a');
    await gateway.deleteCustomer(gone);
    expect(await gateway.readCustomer(gone)).toBeNull();
    await expect(ask({})).rejects.toMatchObject({ code: 'PAYMENTS_UNAVAILABLE' });
  });

  test.each([
    ['with a wrong key', { secretKey: 'pk_none' }],
    ['where nobody listens', { baseUrl: 'http://127.0.0.1:9' }],
  ])('reports that payments are unavailable %s', async (_, changes) => {
    await expect(ask(changes)).rejects.toMatchObject({ code: 'PAYMENTS_UNAVAILABLE' });
  });

  test.each(['500', '503', '429', 'html', 'hangup'])(
    'reports it as well when Stripe keeps answering [%s]',
    async (fault) => {
      const set = (fields: Record<string, string>) =>
        fetch(`${settings.baseUrl}/stripe/switches`, { method: 'POST', body: new URLSearchParams(fields) });
      await set({ fault, faults: '10' });
      await expect(ask({})).rejects.toMatchObject({ code: 'PAYMENTS_UNAVAILABLE' });
      await set({ fault: '' });
    },
  );

  test('gives up on a request that is never answered', async () => {
    const mute = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const { port } = mute.address() as AddressInfo; // reason: it listens on TCP
    const slow = createStripeClient(
      { ...settings, baseUrl: `http://127.0.0.1:${port}` },
      { timeoutMs: 50, retries: 1 },
    );
    await expect(slow.customers.retrieve('cus_1')).rejects.toMatchObject({ type: 'StripeConnectionError' });
    mute.closeAllConnections();
    mute.close();
  });

  test('creates one customer even if the answer is lost', async () => {
    const gateway = createStripeGateway(settings, createLog('silent'));
    const person = { userId: 'person-1', email: 'nora+stripe-lost@example.com' };
    const id = await gateway.createCustomer(person, 'a');
    expect(await gateway.createCustomer(person, 'a')).toBe(id);
    expect((await stripe.customers.list({ email: person.email })).data).toHaveLength(1);
  });
});
