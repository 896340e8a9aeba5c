import type { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { OFFER_MS } from '#contract/billing/discounts.ts';
import { DAY_MS, PRICE_IDS } from '#contract/billing/plans.ts';
import { syncStripeCatalogue } from '#server/gateways/stripe/stripe-catalogue.ts';
import { buy, CARDS } from '#tests/support/billing-world.ts';
import { refusal } from '#tests/support/chat.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { aPerson } from '#tests/support/people.ts';
import { customersOf, subscriptionsOf } from '#tests/support/subscribers.ts';

const shop = inBillingWorld();

const cardOf = (subscription: Stripe.Subscription | undefined) => {
  const card = subscription?.default_payment_method;
  return typeof card === 'string' ? card : '';
};

describe('a checkout', () => {
  test('that is clicked twenty times at once makes one customer and one session', async () => {
    const maya = await aPerson(shop.app);
    const wish = { priceId: 'pro_monthly' } as const;
    const answers = await Promise.all(Array.from({ length: 20 }, () => maya.api.billing.checkout.mutate(wish)));
    expect(new Set(answers.map(({ url }) => url)).size).toBe(1);
    const customers = await customersOf(shop, maya);
    expect(customers).toHaveLength(1);
    const sessions = await shop.world.stripe.checkout.sessions.list({ customer: customers[0]?.id ?? '' });
    expect(sessions.data).toHaveLength(1);
    await Promise.all(answers.map(({ url }) => shop.world.pay(url)));
    await maya.api.billing.refresh.mutate();
    expect(await subscriptionsOf(shop, maya)).toHaveLength(1);
    expect(await maya.api.billing.invoices.query()).toHaveLength(1);
  });

  test('for other prices at once leaves one session that can be paid', async () => {
    const maya = await aPerson(shop.app);
    const outcomes = await Promise.all(
      PRICE_IDS.map((priceId) => refusal(maya.api.billing.checkout.mutate({ priceId }))),
    );
    expect(new Set(outcomes)).toEqual(new Set(['accepted', 'CHECKOUT_REPLACED']));
    const customers = await customersOf(shop, maya);
    expect(customers).toHaveLength(1);
    const sessions = await shop.world.stripe.checkout.sessions.list({
      customer: customers[0]?.id ?? '',
      status: 'open',
    });
    expect(sessions.data).toHaveLength(1);
  });

  test('beside a live plan is refused, also when the page was open already', async () => {
    const maya = await aPerson(shop.app);
    const { url } = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly' });
    await shop.world.pay(url);
    await maya.api.billing.refresh.mutate();
    expect(await refusal(maya.api.billing.checkout.mutate({ priceId: 'ultimate_monthly' }))).toBe('ALREADY_SUBSCRIBED');
    await shop.world.pay(url);
    expect(await subscriptionsOf(shop, maya)).toHaveLength(1);
  });

  test('that two devices paid all the same ends with one plan, and the other’s money is back', async () => {
    const maya = await aPerson(shop.app);
    await buy(shop.world, maya, 'pro_monthly');
    const [customer] = await customersOf(shop, maya);
    const [ultimate] = (await shop.world.stripe.prices.list({ lookup_keys: ['ultimate_monthly'] })).data;
    shop.world.clock.advance(60_000);
    await shop.world.stripe.subscriptions.create({
      customer: customer?.id ?? '',
      items: [{ price: ultimate?.id ?? '' }],
      default_payment_method: cardOf((await subscriptionsOf(shop, maya))[0]),
    });
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ plan: 'pro' });
    const live = (await subscriptionsOf(shop, maya)).filter(({ status }) => status === 'active');
    expect(live).toHaveLength(1);
    const invoices = await maya.api.billing.invoices.query();
    expect(invoices.map(({ totalCents, refundedCents }) => totalCents - refundedCents)).toEqual([0, 5_900]);
  });

  test('that Stripe does not answer says so, and works when it does', async () => {
    const maya = await aPerson(shop.app);
    await shop.world.switches({ fault: '500', faults: '100' });
    expect(await refusal(maya.api.billing.checkout.mutate({ priceId: 'pro_monthly' }))).toBe('PAYMENTS_UNAVAILABLE');
    await shop.world.switches({ fault: '' });
    await buy(shop.world, maya, 'pro_monthly');
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ plan: 'pro' });
  });

  test('after an unpaid subscription clears that away first, with what is owed', async () => {
    await shop.world.switches({ after_last_retry: 'unpaid' });
    const maya = await aPerson(shop.app, { plan: 'trial' });
    await buy(shop.world, maya, 'ultimate_annual', CARDS.failsLater);
    for (const days of [7, 4, 6, 8]) await shop.world.pass(days * DAY_MS);
    const { billing } = shop.app.container.services;
    await billing.refresh(maya.userId);
    expect((await subscriptionsOf(shop, maya)).map(({ status }) => status)).toEqual(['unpaid']);
    const { url } = await billing.checkout(maya.userId, { priceId: 'pro_monthly' });
    await shop.world.pay(url);
    expect(await billing.refresh(maya.userId)).toMatchObject({ plan: 'pro', current: { priceId: 'pro_monthly' } });
    const customer = (await customersOf(shop, maya))[0]?.id ?? '';
    expect((await subscriptionsOf(shop, maya)).map(({ status }) => status).toSorted()).toEqual(['active', 'canceled']);
    expect((await shop.world.stripe.invoices.list({ customer, status: 'open' })).data).toEqual([]);
    expect((await shop.world.stripe.charges.list({ customer })).data.filter(({ paid }) => paid)).toHaveLength(1);
    await shop.world.switches({ after_last_retry: 'cancel' });
  });

  test('where an event is late reads first, and leaves alone what was paid meanwhile', async () => {
    const maya = await aPerson(shop.app);
    await buy(shop.world, maya, 'starter_annual');
    await maya.api.billing.refresh.mutate();
    const stale = { stripe_status: 'incomplete' };
    await shop.app.db.updateTable('subscriptions').set(stale).where('user_id', '=', maya.userId).execute();
    expect(await refusal(maya.api.billing.checkout.mutate({ priceId: 'pro_monthly' }))).toBe('ALREADY_SUBSCRIBED');
    expect((await subscriptionsOf(shop, maya)).map(({ status }) => status)).toEqual(['active']);
  });

  test('whose page expired, or was paid while nobody heard of it, never leads to a dead page', async () => {
    shop.world.hear(false);
    const maya = await aPerson(shop.app);
    const first = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly' });
    await shop.world.stripe.checkout.sessions.expire(new URL(first.url).pathname.split('/').at(-1) ?? '');
    const second = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly' });
    expect(second.url).not.toBe(first.url);
    await shop.world.pay(second.url);
    expect(await refusal(maya.api.billing.checkout.mutate({ priceId: 'pro_monthly' }))).toBe('ALREADY_SUBSCRIBED');
    expect((await maya.api.billing.subscription.query()).plan).toBe('pro');
    shop.world.hear(true);
  });

  test('that promises another price than would be charged is refused before anybody pays', async () => {
    const maya = await aPerson(shop.app);
    await maya.api.billing.showOffer.mutate();
    const wish = { priceId: 'pro_monthly', urgent: true, expectedFirstCents: 5_015 } as const;
    await maya.api.billing.checkout.mutate(wish);
    shop.world.clock.advance(OFFER_MS);
    expect(await refusal(maya.api.billing.checkout.mutate(wish))).toBe('OFFER_OVER');
  });

  test('goes on when what is sold was renewed at Stripe meanwhile', async () => {
    const maya = await aPerson(shop.app);
    const { url } = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly' });
    const [old] = (await shop.world.stripe.prices.list({ lookup_keys: ['pro_monthly'] })).data;
    await shop.world.stripe.prices.update(old?.id ?? '', { active: false, lookup_key: '' });
    await syncStripeCatalogue(shop.world.stripe, { publicUrl: 'http://localhost:3000' });
    const nora = await aPerson(shop.app);
    await buy(shop.world, nora, 'pro_monthly');
    expect(await nora.api.billing.refresh.mutate()).toMatchObject({ plan: 'pro' });
    expect(url).toContain('/pay/');
  });

  test.each([
    ['an unknown price', { priceId: 'gold_monthly' }],
    ['a price at Stripe', { priceId: 'price_1abc' }],
    ['a list of prices', { priceId: ['pro_monthly', 'pro_annual'] }],
    ['an amount of its own', { priceId: 'pro_monthly', amount: 1 }],
    ['a negative quantity', { priceId: 'pro_monthly', quantity: -1 }],
    ['a forged discount', { priceId: 'pro_monthly', discount: 'everything-free' }],
    ['somebody else’s id', { priceId: 'pro_monthly', userId: '00000000-0000-4000-8000-000000000000' }],
  ])('with %s is refused', async (_, input) => {
    const maya = await aPerson(shop.app);
    const body = JSON.stringify(input);
    const headers = { 'content-type': 'application/json' };
    const response = await maya.request('http://localhost:3000/trpc/billing.checkout', {
      method: 'POST',
      body,
      headers,
    });
    expect(response.status).toBe(400);
    expect(await customersOf(shop, maya)).toEqual([]);
  });
});
