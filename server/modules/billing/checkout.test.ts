import type { Stripe } from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { couponOf, OFFER_MS, PROMOTIONS, quote } from '#contract/discounts.ts';
import { syncStripeCatalogue } from '#server/gateways/stripe-catalogue.ts';
import { DAY_MS, PRICE_IDS } from '#contract/plans.ts';
import { buy, CARDS, startBillingWorld, type BillingWorld } from '#tests/support/billing-world.ts';
import { refusal } from '#tests/support/chat.ts';
import { aPerson } from '#tests/support/people.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let world: BillingWorld;
let app: TestApp;
beforeAll(async () => {
  world = await startBillingWorld();
});
beforeEach(async () => {
  app = await world.open();
});
afterAll(() => world.close());

type Person = Awaited<ReturnType<typeof aPerson>>;
const customersOf = async (person: Person) => (await world.stripe.customers.list({ email: person.email })).data;
const subscriptionsOf = async (person: Person) => {
  const all = await Promise.all(
    (await customersOf(person)).map(({ id }) => world.stripe.subscriptions.list({ customer: id, status: 'all' })),
  );
  return all.flatMap(({ data }) => data);
};
const cardOf = (subscription: Stripe.Subscription | undefined) => {
  const card = subscription?.default_payment_method;
  return typeof card === 'string' ? card : '';
};
const firstInvoice = async (person: Person) => (await person.api.billing.invoices.query()).at(-1);
const terms = (person: Person) => person.api.billing.terms.query();

describe('a checkout', () => {
  test('that is clicked twenty times at once makes one customer and one session', async () => {
    const maya = await aPerson(app);
    const wish = { priceId: 'pro_monthly' } as const;
    const answers = await Promise.all(Array.from({ length: 20 }, () => maya.api.billing.checkout.mutate(wish)));
    expect(new Set(answers.map(({ url }) => url)).size).toBe(1);
    const customers = await customersOf(maya);
    expect(customers).toHaveLength(1);
    const sessions = await world.stripe.checkout.sessions.list({ customer: customers[0]?.id ?? '' });
    expect(sessions.data).toHaveLength(1);
    await Promise.all(answers.map(({ url }) => world.pay(url)));
    await maya.api.billing.refresh.mutate();
    expect(await subscriptionsOf(maya)).toHaveLength(1);
    expect(await maya.api.billing.invoices.query()).toHaveLength(1);
  });

  test('for other prices at once leaves one session that can be paid', async () => {
    const maya = await aPerson(app);
    const outcomes = await Promise.all(
      PRICE_IDS.map((priceId) => refusal(maya.api.billing.checkout.mutate({ priceId }))),
    );
    expect(new Set(outcomes)).toEqual(new Set(['accepted', 'CHECKOUT_REPLACED']));
    const customers = await customersOf(maya);
    expect(customers).toHaveLength(1);
    const sessions = await world.stripe.checkout.sessions.list({ customer: customers[0]?.id ?? '', status: 'open' });
    expect(sessions.data).toHaveLength(1);
  });

  test('beside a live plan is refused, also when the page was open already', async () => {
    const maya = await aPerson(app);
    const { url } = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly' });
    await world.pay(url);
    await maya.api.billing.refresh.mutate();
    expect(await refusal(maya.api.billing.checkout.mutate({ priceId: 'ultimate_monthly' }))).toBe('ALREADY_SUBSCRIBED');
    await world.pay(url);
    expect(await subscriptionsOf(maya)).toHaveLength(1);
  });

  test('that two devices paid all the same ends with one plan, and the other’s money is back', async () => {
    const maya = await aPerson(app);
    await buy(world, maya, 'pro_monthly');
    const [customer] = await customersOf(maya);
    const [ultimate] = (await world.stripe.prices.list({ lookup_keys: ['ultimate_monthly'] })).data;
    world.clock.advance(60_000);
    await world.stripe.subscriptions.create({
      customer: customer?.id ?? '',
      items: [{ price: ultimate?.id ?? '' }],
      default_payment_method: cardOf((await subscriptionsOf(maya))[0]),
    });
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ plan: 'pro' });
    const live = (await subscriptionsOf(maya)).filter(({ status }) => status === 'active');
    expect(live).toHaveLength(1);
    const invoices = await maya.api.billing.invoices.query();
    expect(invoices.map(({ totalCents, refundedCents }) => totalCents - refundedCents)).toEqual([0, 5_900]);
  });

  test('that Stripe does not answer says so, and works when it does', async () => {
    const maya = await aPerson(app);
    await world.switches({ fault: '500', faults: '100' });
    expect(await refusal(maya.api.billing.checkout.mutate({ priceId: 'pro_monthly' }))).toBe('PAYMENTS_UNAVAILABLE');
    await world.switches({ fault: '' });
    await buy(world, maya, 'pro_monthly');
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ plan: 'pro' });
  });

  test('after an unpaid subscription clears that away first, with what is owed', async () => {
    await world.switches({ after_last_retry: 'unpaid' });
    const maya = await aPerson(app, { plan: 'trial' });
    await buy(world, maya, 'ultimate_annual', CARDS.failsLater);
    for (const days of [7, 4, 6, 8]) await world.pass(days * DAY_MS);
    const { billing } = app.container.services;
    await billing.refresh(maya.userId);
    expect((await subscriptionsOf(maya)).map(({ status }) => status)).toEqual(['unpaid']);
    const { url } = await billing.checkout(maya.userId, { priceId: 'pro_monthly' });
    await world.pay(url);
    expect(await billing.refresh(maya.userId)).toMatchObject({ plan: 'pro', current: { priceId: 'pro_monthly' } });
    const customer = (await customersOf(maya))[0]?.id ?? '';
    expect((await subscriptionsOf(maya)).map(({ status }) => status).toSorted()).toEqual(['active', 'canceled']);
    expect((await world.stripe.invoices.list({ customer, status: 'open' })).data).toEqual([]);
    expect((await world.stripe.charges.list({ customer })).data.filter(({ paid }) => paid)).toHaveLength(1);
    await world.switches({ after_last_retry: 'cancel' });
  });

  test('where an event is late reads first, and leaves alone what was paid meanwhile', async () => {
    const maya = await aPerson(app);
    await buy(world, maya, 'starter_annual');
    await maya.api.billing.refresh.mutate();
    const stale = { stripe_status: 'incomplete' };
    await app.db.updateTable('subscriptions').set(stale).where('user_id', '=', maya.userId).execute();
    expect(await refusal(maya.api.billing.checkout.mutate({ priceId: 'pro_monthly' }))).toBe('ALREADY_SUBSCRIBED');
    expect((await subscriptionsOf(maya)).map(({ status }) => status)).toEqual(['active']);
  });

  test('whose page expired, or was paid while nobody heard of it, never leads to a dead page', async () => {
    world.hear(false);
    const maya = await aPerson(app);
    const first = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly' });
    await world.stripe.checkout.sessions.expire(new URL(first.url).pathname.split('/').at(-1) ?? '');
    const second = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly' });
    expect(second.url).not.toBe(first.url);
    await world.pay(second.url);
    expect(await refusal(maya.api.billing.checkout.mutate({ priceId: 'pro_monthly' }))).toBe('ALREADY_SUBSCRIBED');
    expect((await maya.api.billing.subscription.query()).plan).toBe('pro');
    world.hear(true);
  });

  test('that promises another price than would be charged is refused before anybody pays', async () => {
    const maya = await aPerson(app);
    await maya.api.billing.showOffer.mutate();
    const wish = { priceId: 'pro_monthly', urgent: true, expectedFirstCents: 5_015 } as const;
    await maya.api.billing.checkout.mutate(wish);
    world.clock.advance(OFFER_MS);
    expect(await refusal(maya.api.billing.checkout.mutate(wish))).toBe('OFFER_OVER');
  });

  test('goes on when what is sold was renewed at Stripe meanwhile', async () => {
    const maya = await aPerson(app);
    const { url } = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly' });
    const [old] = (await world.stripe.prices.list({ lookup_keys: ['pro_monthly'] })).data;
    await world.stripe.prices.update(old?.id ?? '', { active: false, lookup_key: '' });
    await syncStripeCatalogue(world.stripe, { publicUrl: 'http://localhost:3000' });
    const nora = await aPerson(app);
    await buy(world, nora, 'pro_monthly');
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
    const maya = await aPerson(app);
    const body = JSON.stringify(input);
    const headers = { 'content-type': 'application/json' };
    const response = await maya.request('http://localhost:3000/trpc/billing.checkout', {
      method: 'POST',
      body,
      headers,
    });
    expect(response.status).toBe(400);
    expect(await customersOf(maya)).toEqual([]);
  });
});

describe('what is charged is what was shown', () => {
  const cases = [...PROMOTIONS, null].flatMap((promotion) => PRICE_IDS.map((priceId) => [promotion, priceId] as const));

  test.each(cases)('%s, %s: the first invoice and the second', async (promotion, priceId) => {
    const maya = await aPerson(app);
    if (promotion === 'welcome-back') {
      await buy(world, maya, 'starter_monthly');
      await maya.api.billing.refresh.mutate();
      const [old] = await subscriptionsOf(maya);
      await world.stripe.subscriptions.cancel(old?.id ?? '');
      await maya.api.billing.refresh.mutate();
    }
    if (promotion === 'urgent') await maya.api.billing.showOffer.mutate();
    const asked = promotion === 'urgent' ? { urgent: true } : promotion ? { discount: promotion } : {};
    const { url } = await maya.api.billing.checkout.mutate({ priceId, ...asked });
    await world.pay(url);
    const state = await maya.api.billing.refresh.mutate();
    const { firstCents, laterCents } = quote(priceId, promotion);
    const [first] = await maya.api.billing.invoices.query();
    expect(first?.totalCents).toBe(firstCents);
    expect(state.current?.renewalCents).toBe(laterCents);
    const next = await world.stripe.invoices.createPreview({ customer: (await customersOf(maya))[0]?.id ?? '' });
    expect(next.total).toBe(laterCents);
  });

  test('in a trial the promotion waits for its end', async () => {
    const maya = await aPerson(app, { plan: 'trial' });
    const { url } = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly', discount: 'first-time' });
    await world.pay(url);
    const state = await maya.api.billing.refresh.mutate();
    expect(state.current).toMatchObject({ renewalCents: 2_950, renewsAt: (await terms(maya)).trialEndsAt });
    await world.pass(7 * DAY_MS);
    const paid = await maya.api.billing.subscription.query();
    expect(paid).toMatchObject({ plan: 'pro', isTrialing: false, current: { renewalCents: 5_900 } });
    expect((await maya.api.billing.invoices.query())[0]?.totalCents).toBe(2_950);
    await world.pass(31 * DAY_MS);
    const [second] = await app.container.services.billing.invoices(maya.userId);
    expect(second?.totalCents).toBe(5_900);
  });

  test('every promotion has its coupon at Stripe, and only where it lowers the price', async () => {
    const { data } = await world.stripe.coupons.list({ limit: 100 });
    const wanted = PROMOTIONS.flatMap((promotion) => PRICE_IDS.flatMap((key) => couponOf(key, promotion) ?? []));
    expect(data.map(({ id }) => id).toSorted()).toEqual(wanted.map(({ id }) => id).toSorted());
    for (const { id, offCents } of wanted) expect(data.find((one) => one.id === id)?.amount_off).toBe(offCents);
  });
});

describe('a promotion is the server’s to give', () => {
  test('first-time is for who never paid, and welcome-back for who did', async () => {
    const maya = await aPerson(app);
    const { url } = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly', discount: 'welcome-back' });
    await world.pay(url);
    await maya.api.billing.refresh.mutate();
    expect((await firstInvoice(maya))?.totalCents).toBe(5_900);
    const [bought] = await subscriptionsOf(maya);
    await world.stripe.subscriptions.cancel(bought?.id ?? '');
    await maya.api.billing.refresh.mutate();
    const again = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly', discount: 'first-time' });
    await world.pay(again.url);
    await maya.api.billing.refresh.mutate();
    expect((await maya.api.billing.invoices.query())[0]?.totalCents).toBe(5_900);
  });

  test('first-time comes back neither by a spelling of the address nor by a deleted account', async () => {
    const maya = await aPerson(app, { email: 'nora.lind@gmail.com' });
    await buy(world, maya, 'pro_monthly');
    await maya.api.billing.refresh.mutate();
    await app.db.deleteFrom('users').where('id', '=', maya.userId).execute();
    const again = await aPerson(app, { email: 'noralind+new@gmail.com' });
    expect(await terms(again)).toMatchObject({ hasPaid: true, hasLivePlan: false });
    const { url } = await again.api.billing.checkout.mutate({ priceId: 'pro_monthly', discount: 'first-time' });
    await world.pay(url);
    await again.api.billing.refresh.mutate();
    expect((await firstInvoice(again))?.totalCents).toBe(5_900);
  });

  test('urgent holds fifteen minutes from the first time it was shown, once ever', async () => {
    const maya = await aPerson(app);
    const shown = await maya.api.billing.showOffer.mutate();
    expect(new Date(shown.endsAt).getTime() - world.clock.current().getTime()).toBe(OFFER_MS);
    world.clock.advance(OFFER_MS - 1_000);
    expect((await maya.api.billing.showOffer.mutate()).endsAt).toBe(shown.endsAt);
    expect((await terms(maya)).offerEndsAt).toBe(shown.endsAt);
    const inTime = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly', urgent: true });
    world.clock.advance(2_000);
    const late = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly', urgent: true });
    expect(late.url).not.toBe(inTime.url);
    await world.pay(late.url);
    await maya.api.billing.refresh.mutate();
    expect((await firstInvoice(maya))?.totalCents).toBe(5_900);
  });

  test('urgent that nobody was shown gives nothing', async () => {
    const maya = await aPerson(app);
    const { url } = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly', urgent: true });
    await world.pay(url);
    await maya.api.billing.refresh.mutate();
    expect((await firstInvoice(maya))?.totalCents).toBe(5_900);
  });
});

describe('the days that are left of a trial', () => {
  test.each([
    ['six days', 6 * 24],
    ['two days and two hours', 50],
    ['two days and half an hour', 48.5],
    ['just two days', 48],
    ['one day', 24],
    ['ten minutes', 1 / 6],
  ])('%s are kept, and nothing is charged before they are over', async (_, hours) => {
    const maya = await aPerson(app, { plan: 'trial' });
    const endsAt = new Date(world.clock.current().getTime() + hours * 3_600_000);
    await app.db.updateTable('profiles').set({ trial_ends_at: endsAt }).where('user_id', '=', maya.userId).execute();
    const { trialEndsAt } = await terms(maya);
    await buy(world, maya, 'pro_monthly');
    const state = await maya.api.billing.refresh.mutate();
    expect(state.current?.renewsAt?.slice(0, 19)).toBe(trialEndsAt?.slice(0, 19));
    const lateMs = new Date(trialEndsAt ?? 0).getTime() - endsAt.getTime();
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThan(DAY_MS);
    expect(state).toMatchObject({ plan: 'ultimate', isTrialing: true });
    // The own trial ends when it said; the plan goes on from there.
    world.clock.advance(endsAt.getTime() - world.clock.current().getTime() + 1_000);
    expect((await maya.api.billing.subscription.query()).plan).toBe('pro');
  });

  test('that is over gives none, however often somebody begins again', async () => {
    const maya = await aPerson(app, { plan: 'trial' });
    await buy(world, maya, 'pro_monthly', null);
    await maya.api.billing.refresh.mutate();
    await world.pass(7 * DAY_MS);
    expect(await maya.api.billing.subscription.query()).toMatchObject({ plan: 'free', trialExpired: true });
    expect(await terms(maya)).toMatchObject({ trialEndsAt: null, hasPaid: false });
    await buy(world, maya, 'pro_monthly');
    await maya.api.billing.refresh.mutate();
    expect((await maya.api.billing.invoices.query())[0]).toMatchObject({ totalCents: 5_900, status: 'paid' });
  });
});
