import type { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { OFFER_MS } from '#contract/billing/discounts.ts';
import { DAY_MS, PRICE_IDS } from '#contract/billing/plans.ts';
import { syncStripeCatalog } from '#server/gateways/stripe/stripe-catalog.ts';
import { buy, CARDS } from '#tests/support/billing-world.ts';
import { refusal } from '#tests/support/refusal.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { aPerson } from '#tests/support/people.ts';
import { customersOf, subscriptionsOf } from '#tests/support/subscribers.ts';

const shop = inBillingWorld();

const cardOf = (subscription: Stripe.Subscription | undefined) => {
  const card = subscription?.default_payment_method;
  return typeof card === 'string' ? card : '';
};

describe('a checkout', () => {
  test('clicked twenty times at once creates one customer and one session', async () => {
    const maya = await aPerson(shop.app);
    const input = { priceId: 'pro_monthly' } as const;
    const answers = await Promise.all(Array.from({ length: 20 }, () => maya.api.billing.checkout.mutate(input)));
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

  test('CHECKOUT-9: the way back from the pay page says what was picked', async () => {
    const maya = await aPerson(shop.app);
    await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly', discount: 'first-time' });
    const [customer] = await customersOf(shop, maya);
    const sessions = await shop.world.stripe.checkout.sessions.list({ customer: customer?.id ?? '' });
    expect(sessions.data[0]?.cancel_url).toMatch(/\/cancel\?price=pro_monthly&discount=first-time$/);
  });

  test('CHECKOUT-11: once paid, its buyer sees what was charged', async () => {
    const maya = await aPerson(shop.app);
    const { url } = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly', discount: 'first-time' });
    await shop.world.pay(url);
    const [customer] = await customersOf(shop, maya);
    const sessions = await shop.world.stripe.checkout.sessions.list({ customer: customer?.id ?? '' });
    const sessionId = sessions.data[0]?.id ?? '';
    expect(await maya.api.billing.purchase.query({ sessionId })).toEqual({
      state: 'yours',
      today: { subtotalCents: 5_900, discountCents: 2_950, totalCents: 2_950 },
      promotion: 'first-time',
    });
    const noor = await aPerson(shop.app);
    expect(await noor.api.billing.purchase.query({ sessionId })).toEqual({ state: 'unknown' });
  });

  test('for different prices at the same time leaves one session that can be paid', async () => {
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

  test('while a plan is live is refused, even if the page was already open', async () => {
    const maya = await aPerson(shop.app);
    const { url } = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly' });
    await shop.world.pay(url);
    await maya.api.billing.refresh.mutate();
    expect(await refusal(maya.api.billing.checkout.mutate({ priceId: 'ultimate_monthly' }))).toBe('ALREADY_SUBSCRIBED');
    await shop.world.pay(url);
    expect(await subscriptionsOf(shop, maya)).toHaveLength(1);
  });

  test('that two devices paid anyway ends with one plan, and the other payment is refunded', async () => {
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

  test('fails with a clear message while Stripe does not answer, and works once it does', async () => {
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

  test('with a late event reads Stripe first, and keeps what was paid in the meantime', async () => {
    const maya = await aPerson(shop.app);
    await buy(shop.world, maya, 'starter_annual');
    await maya.api.billing.refresh.mutate();
    const stale = { stripe_status: 'incomplete' };
    await shop.app.db.updateTable('subscriptions').set(stale).where('user_id', '=', maya.userId).execute();
    expect(await refusal(maya.api.billing.checkout.mutate({ priceId: 'pro_monthly' }))).toBe('ALREADY_SUBSCRIBED');
    expect((await subscriptionsOf(shop, maya)).map(({ status }) => status)).toEqual(['active']);
  });

  test('whose page expired, or was paid without an event, never leads to a dead page', async () => {
    shop.world.acceptWebhooks(false);
    const maya = await aPerson(shop.app);
    const first = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly' });
    await shop.world.stripe.checkout.sessions.expire(new URL(first.url).pathname.split('/').at(-1) ?? '');
    const second = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly' });
    expect(second.url).not.toBe(first.url);
    await shop.world.pay(second.url);
    expect(await refusal(maya.api.billing.checkout.mutate({ priceId: 'pro_monthly' }))).toBe('ALREADY_SUBSCRIBED');
    expect((await maya.api.billing.subscription.query()).plan).toBe('pro');
    shop.world.acceptWebhooks(true);
  });

  test('that shows a different price than would be charged is refused before payment', async () => {
    const maya = await aPerson(shop.app);
    await maya.api.billing.showOffer.mutate();
    const input = { priceId: 'pro_monthly', urgent: true, expectedFirstCents: 5_015 } as const;
    await maya.api.billing.checkout.mutate(input);
    shop.world.clock.advance(OFFER_MS);
    expect(await refusal(maya.api.billing.checkout.mutate(input))).toBe('OFFER_OVER');
  });

  test('continues when prices were replaced at Stripe in the meantime', async () => {
    const maya = await aPerson(shop.app);
    const { url } = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly' });
    const [old] = (await shop.world.stripe.prices.list({ lookup_keys: ['pro_monthly'] })).data;
    await shop.world.stripe.prices.update(old?.id ?? '', { active: false, lookup_key: '' });
    await syncStripeCatalog(shop.world.stripe, { publicUrl: 'http://localhost:3000' });
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
    ['someone else’s id', { priceId: 'pro_monthly', userId: '00000000-0000-4000-8000-000000000000' }],
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
