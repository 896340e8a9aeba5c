import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/billing/plans.ts';
import { buy, CARDS } from '#tests/support/billing-world.ts';
import { refusal } from '#tests/support/refusal.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { sendEmails } from '#tests/support/jobs.ts';
import { aSubscriber, customerOf, subscriptionsOf } from '#tests/support/subscribers.ts';
import { aPerson } from '#tests/support/people.ts';

const shop = inBillingWorld();

type Person = Awaited<ReturnType<typeof aPerson>>;
const billing = () => shop.app.container.services.billing;

describe('a payment that fails', () => {
  test('keeps the plan for seven days with a notice, then moves to Free; a payment restores the plan', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly', { plan: 'trial', card: CARDS.failsLater });
    await shop.world.pass(7 * DAY_MS);
    const failed = await maya.api.billing.refresh.mutate();
    expect(failed).toMatchObject({ plan: 'pro', access: { status: 'past_due' } });
    expect(failed.current).toMatchObject({ unpaidCents: 5_900, card: { brand: 'visa', last4: '0341' } });
    const graceEndsAt = new Date(failed.current?.graceEndsAt ?? 0);
    expect(Math.round((graceEndsAt.getTime() - shop.world.clock.current().getTime()) / DAY_MS)).toBe(7);
    await sendEmails(shop.app);
    const notice = shop.app.emails.find(({ to, subject }) => to === maya.email && subject.includes('payment failed'));
    expect(notice?.text).toContain('7 days');
    shop.world.clock.advance(graceEndsAt.getTime() - shop.world.clock.current().getTime());
    expect((await billing().subscription(maya.userId)).plan).toBe('free');
    const customer = await customerOf(shop, maya);
    const method = await shop.world.stripe.paymentMethods.attach('pm_card_visa', { customer });
    const [open] = (await shop.world.stripe.invoices.list({ customer, status: 'open' })).data;
    await shop.world.stripe.invoices.pay(open?.id ?? '', { payment_method: method.id });
    expect(await billing().refresh(maya.userId)).toMatchObject({ plan: 'pro', access: { status: 'active' } });
  });

  test('is in the bell until it is paid, and emailed even to someone who chose none and has read it', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly', { plan: 'trial', card: CARDS.failsLater });
    await maya.api.notifications.setPreference.mutate({ kind: 'plan', emails: 'never' });
    await shop.world.pass(7 * DAY_MS);
    await maya.api.billing.refresh.mutate();
    const failures = async () =>
      (await maya.api.notifications.list.query()).items.filter(({ topic }) => topic === 'payment_failed');
    expect(await failures()).toMatchObject([{ isUnread: true }]);
    const customer = await customerOf(shop, maya);
    const method = await shop.world.stripe.paymentMethods.attach('pm_card_visa', { customer });
    const [open] = (await shop.world.stripe.invoices.list({ customer, status: 'open' })).data;
    await maya.api.notifications.markRead.mutate({ ids: (await failures()).map(({ id }) => id) });
    await sendEmails(shop.app);
    const emailed = shop.app.emails.filter(
      ({ to, subject }) => to === maya.email && subject.includes('payment failed'),
    );
    expect(emailed).toHaveLength(1);
    await shop.app.db.updateTable('notices').set({ read_at: null }).where('topic', '=', 'payment_failed').execute();
    await shop.world.stripe.invoices.pay(open?.id ?? '', { payment_method: method.id });
    await billing().refresh(maya.userId);
    expect(await failures()).toMatchObject([{ isUnread: false }]);
  });
});

test('a larger plan takes back what the bell said of a limit, and warns of its own in the same month', async () => {
  const maya = await aPerson(shop.app);
  await maya.api.usage.track.mutate({ usageType: 'messages', amount: 50 });
  const usageNotices = async () =>
    (await maya.api.notifications.list.query()).items
      .filter(({ path }) => path.endsWith('#usage'))
      .map(({ title, detail }) => `${title}: ${detail.slice(0, 10)}`);
  expect(await usageNotices()).toEqual(['You’ve used all of this month’s messages: 50 of 50. ']);
  await buy(shop.world, maya, 'starter_monthly');
  await maya.api.billing.refresh.mutate();
  expect(await usageNotices()).toEqual([]);
  for (let times = 0; times < 4; times += 1) await maya.api.usage.track.mutate({ usageType: 'messages', amount: 100 });
  expect(await usageNotices()).toEqual(['You’ve used 90% of this month’s messages: 450 of 500']);
});

describe('a customer that was deleted at Stripe', () => {
  test('has no plan anymore, and can buy again', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    await shop.world.stripe.customers.del(await customerOf(shop, maya));
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ plan: 'free', subscribed: false, current: null });
    expect(await refusal(maya.api.billing.portal.mutate())).toBe('NO_BILLING_ACCOUNT');
    await buy(shop.world, maya, 'starter_monthly');
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ plan: 'starter', subscribed: true });
  });
});

describe('a plan that ended with time left', () => {
  const cancelNow = async (maya: Person) => {
    const live = (await subscriptionsOf(shop, maya)).find(({ status }) => status === 'active');
    await shop.world.stripe.subscriptions.cancel(live?.id ?? '');
  };

  test('stays until then, even after a newer attempt that failed', async () => {
    const maya = await aSubscriber(shop, 'pro_annual');
    await cancelNow(maya);
    const customer = await customerOf(shop, maya);
    const [price] = (await shop.world.stripe.prices.list({ lookup_keys: ['starter_monthly'] })).data;
    const method = await shop.world.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    shop.world.clock.advance(60_000);
    await shop.world.stripe.subscriptions.create({
      customer,
      items: [{ price: price?.id ?? '' }],
      default_payment_method: method.id,
    });
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ plan: 'pro', access: { status: 'ended' } });
  });

  test('stays if it was paid by credit, and ends if it was refunded at Stripe', async () => {
    const maya = await aSubscriber(shop, 'ultimate_annual');
    const { prorationAt } = await maya.api.billing.previewChange.query({ priceId: 'starter_monthly' });
    await maya.api.billing.changePlan.mutate({ priceId: 'starter_monthly', prorationAt, when: 'now' });
    await cancelNow(maya);
    expect((await maya.api.billing.refresh.mutate()).plan).toBe('starter');

    const nora = await aSubscriber(shop, 'pro_monthly');
    const [charge] = (await shop.world.stripe.charges.list({ customer: await customerOf(shop, nora) })).data;
    await shop.world.stripe.refunds.create({ charge: charge?.id ?? '' });
    await cancelNow(nora);
    expect((await nora.api.billing.refresh.mutate()).plan).toBe('free');
  });
});
