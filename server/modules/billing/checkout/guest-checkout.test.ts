import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/billing/plans.ts';
import { buy, CARDS } from '#tests/support/billing-world.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { refusal } from '#tests/support/refusal.ts';
import { processBilling } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { eventually } from '#tests/support/stripe-world.ts';

const shop = inBillingWorld();

let number = 0;
const anAddress = () => `guest-${++number}-${shop.world.clock.current().getTime()}@example.com`;
const sessionIn = (to: string | null) => new URL(to ?? 'http://none').searchParams.get('session_id') ?? '';
const linkIn = (text: string) =>
  new URL(/https?:\S+token=\S+/.exec(text)?.[0] ?? 'http://none').searchParams.get('token') ?? '';

async function aGuest(email: string, { card = null as string | null } = {}) {
  const { url } = await shop.app
    .browser()
    .api.billing.guestCheckout.mutate({ priceId: 'starter_monthly', guestEmail: email, discount: 'first-time' });
  return sessionIn(await shop.world.pay(url, { card, email }));
}

/** Signs up with an address and uses the link in the email. */
async function confirm(email: string) {
  const browser = shop.app.browser();
  await browser.api.auth.signUp.mutate({ email, password: 'a long enough phrase' });
  const mail = shop.app.emails.findLast(({ to, subject }) => to === email && subject.startsWith('Confirm your email'));
  await browser.api.auth.confirmEmail.mutate({ token: linkIn(mail?.text ?? '') });
  return browser;
}
const settled = async () => {
  await shop.app.container.jobs.idle();
  await processBilling(shop.app);
};

describe('a guest who buys before having an account', () => {
  test('sees that the payment was received and where to confirm, and has the plan once the address is confirmed', async () => {
    const email = anAddress();
    const sessionId = await aGuest(email);
    expect(await shop.app.browser().api.billing.purchase.query({ sessionId })).toEqual({
      state: 'guest',
      maskedEmail: 'g•••@example.com',
      isPaid: false,
      correctionsLeft: null,
    });
    // The event may have arrived before the page.
    await shop.app.container.jobs.idle();
    const sent = shop.app.emails.filter(({ to }) => to === email);
    expect(sent.map(({ subject }) => subject)).toEqual(['One more step to start your Tenfold Starter plan']);
    expect(sent[0]?.text).toMatch(
      new RegExp(`/success\\?purchase=[\\da-f-]{36}\\.0&tab=signup&email=${encodeURIComponent(email)}`),
    );

    const browser = await confirm(email);
    await settled();
    const state = await browser.api.billing.subscription.query();
    expect(state).toMatchObject({
      subscribed: true,
      isTrialing: true,
      plan: 'ultimate',
      current: { plan: 'starter', renewalCents: 1_450 },
      waitingPurchase: null,
    });
    expect(await browser.api.billing.purchase.query({ sessionId })).toMatchObject({ state: 'yours' });
  });

  test('is emailed once, on the event alone, if they never come back', async () => {
    const email = anAddress();
    await aGuest(email);
    await eventually(() => shop.app.emails.filter(({ to }) => to === email).length).toBe(1);
    await settled();
    expect(shop.app.emails.filter(({ to }) => to === email)).toHaveLength(1);
  });

  test('and confirms days later gets the whole trial, and is charged at its end', async () => {
    const email = anAddress();
    await aGuest(email, { card: '4242 4242 4242 4242' });
    await eventually(() => shop.app.emails.length).toBe(1);
    await shop.world.pass(4 * DAY_MS);
    const browser = await confirm(email);
    await settled();
    await settled();
    const { access, current } = await browser.api.billing.refresh.mutate();
    expect(access.trialDaysLeft).toBe(7);
    expect(current?.renewsAt?.slice(0, 16)).toBe(access.trialEndsAt?.slice(0, 16));
    await shop.world.pass(6 * DAY_MS);
    expect(await browser.api.billing.invoices.query()).toEqual([]);
    await shop.world.pass(DAY_MS);
    expect(await browser.api.billing.refresh.mutate()).toMatchObject({
      plan: 'starter',
      current: { renewalCents: 2_900 },
    });
    expect((await browser.api.billing.invoices.query())[0]?.totalCents).toBe(1_450);
  });

  test('and never confirms is charged nothing', async () => {
    const email = anAddress();
    await aGuest(email, { card: '4242 4242 4242 4242' });
    await eventually(() => shop.app.emails.length).toBe(1);
    await shop.world.pass(6 * DAY_MS);
    await processBilling(shop.app);
    await shop.world.pass(8 * DAY_MS);
    await processBilling(shop.app);
    const [customer] = (await shop.world.stripe.customers.list({ email })).data;
    const all = await shop.world.stripe.subscriptions.list({ customer: customer?.id ?? '', status: 'all' });
    expect(all.data.map(({ status }) => status)).toEqual(['canceled']);
    await shop.world.pass(3 * DAY_MS);
    const charges = await shop.world.stripe.charges.list({ customer: customer?.id ?? '' });
    expect(charges.data).toEqual([]);
  });
});

describe('a guest who buys with someone else’s address', () => {
  test('gets no access: the owner is asked, and decides', async () => {
    const maya = await aPerson(shop.app, { email: anAddress() });
    await aGuest(maya.email, { card: '4242 4242 4242 4242' });
    await settled();
    await eventually(() => shop.app.emails.filter(({ to }) => to === maya.email).length).toBe(1);
    expect(await maya.api.billing.subscription.query()).toMatchObject({
      subscribed: false,
      plan: 'free',
      waitingPurchase: { plan: 'starter', cycle: 'monthly' },
    });
    expect(await maya.api.billing.claimPurchase.mutate()).toMatchObject({ waitingPurchase: null });
    expect(await refusal(maya.api.billing.claimPurchase.mutate())).toBe('NOT_FOUND');
  });

  test('gets no second trial for it: the plan begins with its first payment', async () => {
    const maya = await aPerson(shop.app, { email: anAddress() });
    await aGuest(maya.email, { card: '4242 4242 4242 4242' });
    await eventually(() => shop.app.emails.length).toBe(1);
    expect(await maya.api.billing.claimPurchase.mutate()).toMatchObject({ plan: 'free', subscribed: false });
    await shop.world.pass(7 * DAY_MS);
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ plan: 'starter', subscribed: true });
  });

  test('gets no first-time discount for a mailbox that has paid before', async () => {
    const maya = await aPerson(shop.app, { email: anAddress() });
    await buy(shop.world, maya, 'pro_monthly');
    await maya.api.billing.refresh.mutate();
    const [paid] = (await shop.world.stripe.customers.list({ email: maya.email })).data;
    const [old] = (await shop.world.stripe.subscriptions.list({ customer: paid?.id ?? '' })).data;
    await shop.world.stripe.subscriptions.cancel(old?.id ?? '');
    shop.world.clock.advance(60_000);
    await aGuest(maya.email, { card: '4242 4242 4242 4242' });
    await eventually(() => shop.app.emails.length).toBe(1);
    await maya.api.billing.claimPurchase.mutate();
    await shop.world.pass(7 * DAY_MS);
    await maya.api.billing.refresh.mutate();
    expect((await maya.api.billing.invoices.query())[0]?.totalCents).toBe(2_900);
  });

  test('with a plan keeps that plan, and the other payment is refunded', async () => {
    const maya = await aPerson(shop.app, { email: anAddress() });
    await buy(shop.world, maya, 'pro_monthly');
    await maya.api.billing.refresh.mutate();
    shop.world.clock.advance(60_000);
    await aGuest(maya.email);
    await eventually(() => shop.app.emails.length).toBe(1);
    expect(await maya.api.billing.claimPurchase.mutate()).toMatchObject({ plan: 'pro' });
    const customers = (await shop.world.stripe.customers.list({ email: maya.email })).data;
    const all = await Promise.all(customers.map(({ id }) => shop.world.stripe.subscriptions.list({ customer: id })));
    expect(all.flatMap(({ data }) => data)).toHaveLength(1);
  });

  test('never displaces a plan that its owner bought afterwards', async () => {
    const maya = await aPerson(shop.app, { email: anAddress() });
    await aGuest(maya.email, { card: CARDS.good });
    await eventually(() => shop.app.emails.length).toBe(1);
    shop.world.clock.advance(60_000);
    await buy(shop.world, maya, 'pro_annual');
    await maya.api.billing.refresh.mutate();
    const claimed = await maya.api.billing.claimPurchase.mutate();
    expect(claimed).toMatchObject({ plan: 'pro', current: { priceId: 'pro_annual' } });
    const invoices = await maya.api.billing.invoices.query();
    expect(invoices.filter(({ totalCents }) => totalCents > 0)).toMatchObject([{ refundedCents: 0 }]);
  });

  test('twice keeps the one with a card', async () => {
    const maya = await aPerson(shop.app, { email: anAddress() });
    await aGuest(maya.email);
    shop.world.clock.advance(60_000);
    await aGuest(maya.email, { card: CARDS.good });
    await eventually(() => shop.app.emails.length).toBe(2);
    expect(await maya.api.billing.claimPurchase.mutate()).toMatchObject({ current: { hasCard: true } });
  });

  test('learns nothing about an account from the answer', async () => {
    const maya = await aPerson(shop.app, { email: anAddress() });
    const known = await shop.app
      .browser()
      .api.billing.guestCheckout.mutate({ priceId: 'pro_monthly', guestEmail: maya.email });
    const stranger = anAddress();
    const unknown = await shop.app
      .browser()
      .api.billing.guestCheckout.mutate({ priceId: 'pro_monthly', guestEmail: stranger });
    const page = async (url: string) => (await (await fetch(url)).text()).replace(/cs_test_\w+|guest-[\d-]+@/g, '…');
    expect(await page(known.url)).toBe(await page(unknown.url));
  });
});

describe('the page after paying', () => {
  test('says nothing about a purchase that is someone else’s, unpaid or made up', async () => {
    const maya = await aPerson(shop.app);
    const to = await buy(shop.world, maya, 'pro_monthly');
    await maya.api.billing.refresh.mutate();
    const sessionId = sessionIn(to);
    expect(await maya.api.billing.purchase.query({ sessionId })).toMatchObject({ state: 'yours' });
    const other = await aPerson(shop.app);
    expect(await other.api.billing.purchase.query({ sessionId })).toEqual({ state: 'unknown' });
    expect(await shop.app.browser().api.billing.purchase.query({ sessionId })).toEqual({ state: 'unknown' });
    const open = await shop.app
      .browser()
      .api.billing.guestCheckout.mutate({ priceId: 'pro_monthly', guestEmail: anAddress() });
    const unpaid = new URL(open.url).pathname.split('/').at(-1) ?? '';
    expect(await shop.app.browser().api.billing.purchase.query({ sessionId: unpaid })).toEqual({ state: 'unknown' });
    const made = shop.app.browser().api.billing.purchase.query({ sessionId: 'cs_test_madeupmadeup' });
    expect(await made).toEqual({ state: 'unknown' });
    expect(await refusal(shop.app.browser().api.billing.purchase.query({ sessionId: "cs_' or 1=1" }))).toBe(
      'INVALID_INPUT',
    );
  });

  test('cannot be flooded: a mailbox gets five checkouts an hour', async () => {
    const email = anAddress();
    const tries = Array.from({ length: 8 }, () =>
      refusal(shop.app.browser().api.billing.guestCheckout.mutate({ priceId: 'pro_monthly', guestEmail: email })),
    );
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((one) => one === 'accepted')).toHaveLength(5);
    expect(outcomes.filter((one) => one === 'TOO_MANY_ATTEMPTS')).toHaveLength(3);
  });
});
