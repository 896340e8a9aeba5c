import { describe, expect, test } from 'vitest';
import type { Stripe } from 'stripe';
import { DAY_MS } from '#contract/billing/plans.ts';
import { buy } from '#tests/support/billing-world.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { endPauses, processBilling, unfinishedJobs } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { eventually } from '#tests/support/stripe-world.ts';

const shop = inBillingWorld();

type Person = Awaited<ReturnType<typeof aPerson>>;
const sign = (payload: string, secret = shop.world.secret) =>
  shop.world.stripe.webhooks.generateTestHeaderString({ payload, secret });
const deliver = async (payload: string, signature = sign(payload)) =>
  (
    await shop.app.app.request('/webhooks/stripe', {
      method: 'POST',
      body: payload,
      headers: { 'stripe-signature': signature },
    })
  ).status;
const rowsOf = (person: Person) =>
  shop.app.db
    .selectFrom('subscriptions')
    .select(['stripe_status as status', 'price_id as priceId'])
    .where('user_id', '=', person.userId)
    .execute();
/** Hints that nobody has followed yet. */
const open = async () => [
  ...(await shop.app.db.selectFrom('scheduled_jobs').select('key').where('queue', '=', 'stripe-sync').execute()),
  ...(await unfinishedJobs(shop.app.db)).filter(({ queue }) => queue === 'stripe-sync'),
];

const permutations = <T>(all: readonly T[]): T[][] =>
  all.length <= 1
    ? [[...all]]
    : all.flatMap((one, index) => permutations(all.toSpliced(index, 1)).map((rest) => [one, ...rest]));

/** An event in Stripe's format, about a subscription as it was at the time. */
const anEvent = (type: string, subscription: Partial<Stripe.Subscription>, id: string) =>
  JSON.stringify({
    id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(shop.world.clock.current().getTime() / 1_000),
    type,
    data: { object: { object: 'subscription', ...subscription } },
  });

describe('a webhook', () => {
  test('grants a purchase even if no one returns to the app', async () => {
    const maya = await aPerson(shop.app);
    await buy(shop.world, maya, 'pro_monthly');
    await eventually(async () => (await maya.api.billing.subscription.query()).plan).toBe('pro');
    await eventually(open).toEqual([]);
  });

  test('with a wrong, missing or old signature or an altered body is refused and does nothing', async () => {
    const payload = anEvent('customer.subscription.updated', { id: 'sub_x', customer: 'cus_x' }, 'evt_forged');
    const old = shop.world.stripe.webhooks.generateTestHeaderString({
      payload,
      secret: shop.world.secret,
      timestamp: 1_700_000_000,
    });
    expect(await deliver(payload, sign(payload, 'whsec_other'))).toBe(400);
    expect(await deliver(payload, '')).toBe(400);
    expect(await deliver(payload, old)).toBe(400);
    expect(await deliver(payload.replace('sub_x', 'sub_y'), sign(payload))).toBe(400);
    expect(await open()).toEqual([]);
  });

  test('about an unknown customer is accepted and marked as done', async () => {
    expect(await deliver(anEvent('customer.subscription.updated', { id: 'sub_x', customer: 'cus_x' }, 'evt_1'))).toBe(
      200,
    );
    expect(await deliver(JSON.stringify({ id: 'evt_2', object: 'event', type: 'x.y', data: { object: {} } }))).toBe(
      200,
    );
    await shop.app.container.jobs.idle();
    expect(await open()).toEqual([]);
  });

  const ODD: [string, unknown, number][] = [
    [
      'of an unknown type',
      { id: 'evt_1', object: 'event', type: 'moon.landed', data: { object: { object: 'moon' } } },
      200,
    ],
    [
      'of an API version to come',
      { api_version: '2031-01-01.fern', data: { object: { customer: { id: 'cus_x' } } } },
      200,
    ],
    ['whose object has no id', { data: { object: { object: 'customer' } } }, 200],
    ['whose object has a number as its id', { data: { object: { object: 'customer', id: 7 } } }, 200],
    ['whose customer is a list', { data: { object: { object: 'invoice', customer: ['cus_x'] } } }, 200],
    ['whose customer is null', { data: { object: { object: 'invoice', customer: null } } }, 200],
    ['with a huge id', { data: { object: { object: 'customer', id: `cus_${'x'.repeat(100_000)}` } } }, 200],
    [
      'with a character in its id that can’t be stored',
      { data: { object: { object: 'customer', id: 'cus_\u0000' } } },
      200,
    ],
    ['with half an emoji as its id', { data: { object: { object: 'checkout.session', id: '\ud83d' } } }, 200],
    ['whose object is null', { id: 'evt_1', object: 'event', type: 'x.y', data: { object: null } }, 400],
    ['whose object is a text', { data: { object: 'cus_x' } }, 400],
    ['whose object is a list', { data: { object: [] } }, 400],
    ['whose data is null', { id: 'evt_1', object: 'event', data: null }, 400],
    ['without data', { id: 'evt_1', object: 'event', type: 'x.y' }, 400],
    ['that is a list', [], 400],
    ['that is null', null, 400],
    ['that is a text', 'evt_1', 400],
    ['that is a number', 7, 400],
  ];
  test.each(ODD)('%s, signed by Stripe, is answered and leaves nothing to do', async (_, event, status) => {
    expect(await deliver(JSON.stringify(event))).toBe(status);
    await shop.app.container.jobs.idle();
    expect(await open()).toEqual([]);
  });

  test.each(['', '{', '{"data":', '\u0000', '['.repeat(100_000)])(
    'that is signed and isn’t JSON is answered 400',
    async (body) => {
      expect(await deliver(body)).toBe(400);
    },
  );

  test('is never trusted: what it says about a plan grants nothing', async () => {
    const maya = await aPerson(shop.app);
    const customer = await shop.world.stripe.customers.create({ email: maya.email });
    await shop.app.db
      .insertInto('stripe_customers')
      .values({ stripe_customer_id: customer.id, user_id: maya.userId, is_primary: true, created_at: new Date() })
      .execute();
    const claim = { id: 'sub_claimed', customer: customer.id, status: 'active' as const };
    expect(await deliver(anEvent('customer.subscription.created', claim, 'evt_claim'))).toBe(200);
    await shop.app.container.jobs.idle();
    expect(await maya.api.billing.subscription.query()).toMatchObject({ subscribed: false, plan: 'free' });
  });

  test('that fails is kept, and processed when Stripe answers again', async () => {
    const maya = await aPerson(shop.app);
    shop.world.acceptWebhooks(false);
    await buy(shop.world, maya, 'pro_monthly');
    const [customer] = await shop.world.stripe.customers.list({ email: maya.email }).then(({ data }) => data);
    const payload = anEvent(
      'customer.subscription.updated',
      { id: 'sub_any', customer: customer?.id ?? '' },
      'evt_late',
    );
    await shop.world.switches({ fault: '500', faults: '100' });
    expect(await deliver(payload)).toBe(200);
    await shop.app.container.jobs.idle();
    expect(await open()).toHaveLength(1);
    expect(await maya.api.billing.subscription.query()).toMatchObject({ plan: 'free' });
    await shop.world.switches({ fault: '' });
    await endPauses(shop.app.db);
    await processBilling(shop.app);
    expect(await open()).toEqual([]);
    expect(await maya.api.billing.subscription.query()).toMatchObject({ plan: 'pro' });
  });
});

describe('events in any order', () => {
  const ORDERS = permutations([0, 1, 2, 3]);

  test('come in 24 permutations', () => {
    expect(new Set(ORDERS.map(String)).size).toBe(24);
  });

  test.each(ORDERS.map((order) => [order.join(' '), order] as const))(
    '(created incomplete, trialing, active at another price, deleted) as %s, twice each and in parallel, give Stripe’s state in one row',
    async (_, order) => {
      shop.world.acceptWebhooks(false);
      const maya = await aPerson(shop.app, { plan: 'trial' });
      await buy(shop.world, maya, 'pro_monthly');
      const { data } = await shop.world.stripe.customers.list({ email: maya.email });
      const customer = data[0]?.id ?? '';
      const [live] = (await shop.world.stripe.subscriptions.list({ customer })).data;
      const id = live?.id ?? '';
      const item = live?.items.data[0]?.id ?? '';
      const [starter] = (await shop.world.stripe.prices.list({ lookup_keys: ['starter_monthly'] })).data;
      const items = [{ id: item, price: starter?.id ?? '' }];
      const payloads = [
        anEvent('customer.subscription.created', { id, customer, status: 'incomplete' }, `evt_a_${id}`),
        anEvent('customer.subscription.updated', { id, customer, status: 'trialing' }, `evt_b_${id}`),
        anEvent('customer.subscription.updated', { id, customer, status: 'active' }, `evt_c_${id}`),
        anEvent('customer.subscription.deleted', { id, customer, status: 'canceled' }, `evt_d_${id}`),
      ];
      // The state at Stripe moves on while the events arrive.
      const moves: (() => Promise<unknown>)[] = [
        () => shop.world.stripe.subscriptions.update(id, { items, proration_behavior: 'none' }),
        () => shop.world.stripe.subscriptions.update(id, { trial_end: 'now' }),
        () => shop.world.stripe.subscriptions.cancel(id),
        async () => null,
      ];
      for (const [index, which] of order.entries()) {
        const payload = payloads[which] ?? '';
        const statuses = await Promise.all([deliver(payload), moves[index]?.(), deliver(payload)]);
        expect([statuses[0], statuses[2]]).toEqual([200, 200]);
      }
      await shop.app.container.jobs.idle();
      // The last event arrives again, late.
      shop.world.clock.advance(DAY_MS / 24);
      await deliver(anEvent('customer.subscription.updated', { id, customer }, `evt_late_${id}`));
      await shop.app.container.jobs.idle();
      const truth = await shop.world.stripe.subscriptions.retrieve(id);
      expect(truth.status).toBe('canceled');
      expect(await rowsOf(maya)).toEqual([{ status: 'canceled', priceId: 'starter_monthly' }]);
      expect(await open()).toEqual([]);
    },
  );
});
