import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, type PriceId } from '#contract/plans.ts';
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
const billing = () => app.container.services.billing;

async function aSubscriber(priceId: PriceId, wishes: { card?: string | null; plan?: 'trial' } = {}) {
  const maya = await aPerson(app, wishes.plan ? { plan: wishes.plan } : {});
  await buy(world, maya, priceId, wishes.card === undefined ? CARDS.good : wishes.card);
  await maya.api.billing.refresh.mutate();
  return maya;
}
const customerOf = async (person: Person) =>
  (await world.stripe.customers.list({ email: person.email })).data[0]?.id ?? '';
const subscriptionsOf = async (person: Person) =>
  (await world.stripe.subscriptions.list({ customer: await customerOf(person), status: 'all' })).data;

describe('another plan', () => {
  test.each([
    ['starter_monthly', 'ultimate_monthly'],
    ['pro_monthly', 'pro_annual'],
    ['ultimate_annual', 'starter_monthly'],
    ['pro_quarterly', 'starter_quarterly'],
  ] as const)('from %s to %s costs what the preview said, on the same subscription', async (from, to) => {
    const maya = await aSubscriber(from);
    world.clock.advance(9 * DAY_MS + 12_345);
    const preview = await maya.api.billing.previewChange.query({ priceId: to });
    world.clock.advance(5 * 60_000);
    const before = await maya.api.billing.invoices.query();
    const state = await maya.api.billing.changePlan.mutate({ priceId: to, prorationAt: preview.prorationAt });
    expect(state.current).toMatchObject({ priceId: to, renewalCents: preview.nextCents });
    // A new interval begins when the change is made, the five minutes later.
    expect(state.current?.renewsAt?.slice(0, 10)).toBe(preview.nextAt?.slice(0, 10));
    const invoices = await maya.api.billing.invoices.query();
    expect(invoices).toHaveLength(before.length + 1);
    expect(invoices[0]?.totalCents).toBe(preview.dueNowCents - preview.creditCents);
    const customer = await world.stripe.customers.retrieve(await customerOf(maya));
    expect('balance' in customer ? customer.balance : null).toBe(preview.creditCents === 0 ? 0 : -preview.creditCents);
    expect(await subscriptionsOf(maya)).toHaveLength(1);
  });

  test('says what opens, locks and is over the limit', async () => {
    const maya = await aPerson(app, { messagesUsed: 700 });
    await buy(world, maya, 'pro_monthly');
    await maya.api.billing.refresh.mutate();
    const { change } = await maya.api.billing.previewChange.query({ priceId: 'starter_monthly' });
    expect(change).toMatchObject({ from: 'pro', to: 'starter', opens: [], stays: ['brain_ai', 'seomi', 'emmie'] });
    expect(change.locks).toEqual(['soshie', 'cassie', 'milli']);
    expect(change.limits[0]).toEqual({ kind: 'messages', from: 2_500, to: 500, used: 700, isOver: true });
  });

  test('in a trial costs nothing, and its promotion goes along', async () => {
    const maya = await aPerson(app, { plan: 'trial' });
    const { url } = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly', discount: 'first-time' });
    await world.pay(url);
    await maya.api.billing.refresh.mutate();
    const preview = await maya.api.billing.previewChange.query({ priceId: 'ultimate_annual' });
    expect(preview).toMatchObject({ dueNowCents: 0, creditCents: 0, nextCents: 58_200, promotion: 'first-time' });
    await maya.api.billing.changePlan.mutate({ priceId: 'ultimate_annual', prorationAt: preview.prorationAt });
    await world.pass(7 * DAY_MS);
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({
      plan: 'ultimate',
      current: { renewalCents: 94_800 },
    });
    expect((await maya.api.billing.invoices.query())[0]?.totalCents).toBe(58_200);
  });

  test('with a card that is declined changes nothing', async () => {
    const maya = await aSubscriber('starter_monthly');
    const customer = await customerOf(maya);
    const method = await world.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    const [live] = await subscriptionsOf(maya);
    await world.stripe.subscriptions.update(live?.id ?? '', { default_payment_method: method.id });
    const { prorationAt } = await maya.api.billing.previewChange.query({ priceId: 'pro_monthly' });
    const change = maya.api.billing.changePlan.mutate({ priceId: 'pro_monthly', prorationAt });
    expect(await refusal(change)).toBe('CARD_DECLINED');
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ plan: 'starter', access: { status: 'active' } });
  });

  test('by a preview that is too old, from the future, or for the same plan is refused', async () => {
    const maya = await aSubscriber('starter_monthly');
    const { prorationAt } = await maya.api.billing.previewChange.query({ priceId: 'pro_monthly' });
    world.clock.advance(16 * 60_000);
    const wish = { priceId: 'pro_monthly' } as const;
    expect(await refusal(maya.api.billing.changePlan.mutate({ ...wish, prorationAt }))).toBe('PREVIEW_STALE');
    const later = new Date(world.clock.current().getTime() + DAY_MS).toISOString();
    expect(await refusal(maya.api.billing.changePlan.mutate({ ...wish, prorationAt: later }))).toBe('PREVIEW_STALE');
    expect(await refusal(maya.api.billing.previewChange.query({ priceId: 'starter_monthly' }))).toBe('SAME_PLAN');
  });

  test('clicked twice is one change', async () => {
    const maya = await aSubscriber('starter_monthly');
    const { prorationAt } = await maya.api.billing.previewChange.query({ priceId: 'pro_monthly' });
    const wish = { priceId: 'pro_monthly', prorationAt } as const;
    await Promise.allSettled([maya.api.billing.changePlan.mutate(wish), maya.api.billing.changePlan.mutate(wish)]);
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ plan: 'pro' });
    expect(await maya.api.billing.invoices.query()).toHaveLength(2);
  });

  test('of somebody without one is refused', async () => {
    const maya = await aPerson(app);
    expect(await refusal(maya.api.billing.previewChange.query({ priceId: 'pro_monthly' }))).toBe('NOT_SUBSCRIBED');
    expect(await refusal(maya.api.billing.cancel.mutate())).toBe('NOT_SUBSCRIBED');
    expect(await refusal(maya.api.billing.portal.mutate())).toBe('NO_BILLING_ACCOUNT');
  });
});

describe('a plan that is cancelled', () => {
  test('is kept until the day it is paid for, and can be taken back until then', async () => {
    const maya = await aSubscriber('pro_monthly');
    const { endsAt, change } = await maya.api.billing.previewEnd.query();
    expect(change).toMatchObject({ from: 'pro', to: 'free', locks: ['seomi', 'emmie', 'soshie', 'cassie', 'milli'] });
    const cancelled = await maya.api.billing.cancel.mutate();
    expect(cancelled).toMatchObject({ plan: 'pro', current: { cancelsAt: endsAt, renewsAt: null } });
    expect(await maya.api.billing.undoCancel.mutate()).toMatchObject({ current: { cancelsAt: null } });
    await maya.api.billing.cancel.mutate();
    await world.pass(31 * DAY_MS);
    expect(await billing().subscription(maya.userId)).toMatchObject({ plan: 'free', subscribed: false, current: null });
  });

  test('ends at the instant also when nothing is heard of Stripe', async () => {
    const maya = await aSubscriber('pro_monthly');
    const { current } = await maya.api.billing.cancel.mutate();
    await world.switches({ fault: '500', faults: '1000' });
    const end = new Date(current?.cancelsAt ?? 0).getTime();
    world.clock.advance(end - world.clock.current().getTime() - 1_000);
    expect((await billing().subscription(maya.userId)).plan).toBe('pro');
    world.clock.advance(1_000);
    expect((await billing().subscription(maya.userId)).plan).toBe('free');
    await world.switches({ fault: '' });
  });
});

describe('a payment that fails', () => {
  test('keeps the plan for seven days with a notice, then free; a payment brings it back', async () => {
    const maya = await aSubscriber('pro_monthly', { plan: 'trial', card: CARDS.failsLater });
    await world.pass(7 * DAY_MS);
    const failed = await maya.api.billing.refresh.mutate();
    expect(failed).toMatchObject({ plan: 'pro', access: { status: 'past_due' } });
    const graceEndsAt = new Date(failed.current?.graceEndsAt ?? 0);
    expect(Math.round((graceEndsAt.getTime() - world.clock.current().getTime()) / DAY_MS)).toBe(7);
    await app.container.tell();
    const notice = app.mails.find(({ to, subject }) => to === maya.email && subject.includes('payment failed'));
    expect(notice?.text).toContain('7 days');
    world.clock.advance(graceEndsAt.getTime() - world.clock.current().getTime());
    expect((await billing().subscription(maya.userId)).plan).toBe('free');
    const customer = await customerOf(maya);
    const method = await world.stripe.paymentMethods.attach('pm_card_visa', { customer });
    const [open] = (await world.stripe.invoices.list({ customer, status: 'open' })).data;
    await world.stripe.invoices.pay(open?.id ?? '', { payment_method: method.id });
    expect(await billing().refresh(maya.userId)).toMatchObject({ plan: 'pro', access: { status: 'active' } });
  });
});

describe('the guarantee', () => {
  const asked = (person: Person) => refusal(person.api.billing.requestRefund.mutate());

  test('gives everything back once and ends the plan', async () => {
    const maya = await aSubscriber('pro_monthly');
    const { prorationAt } = await maya.api.billing.previewChange.query({ priceId: 'ultimate_monthly' });
    await maya.api.billing.changePlan.mutate({ priceId: 'ultimate_monthly', prorationAt });
    const state = await maya.api.billing.requestRefund.mutate();
    expect(state).toMatchObject({ plan: 'free', subscribed: false, refund: 'done', refundableUntil: null });
    const invoices = await maya.api.billing.invoices.query();
    expect(invoices.length).toBeGreaterThan(1);
    for (const { totalCents, refundedCents } of invoices) expect(refundedCents).toBe(totalCents);
    expect(await asked(maya)).toBe('REFUND_NOT_DUE');
    await buy(world, maya, 'pro_monthly');
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ plan: 'pro', refundableUntil: null });
    expect(await asked(maya)).toBe('REFUND_NOT_DUE');
  });

  test('holds thirty days from the first payment', async () => {
    const maya = await aSubscriber('pro_annual');
    world.clock.advance(30 * DAY_MS - 60_000);
    expect((await billing().subscription(maya.userId)).refundableUntil).not.toBeNull();
    world.clock.advance(60_000);
    expect((await billing().subscription(maya.userId)).refundableUntil).toBeNull();
    await expect(billing().requestRefund(maya.userId)).rejects.toMatchObject({ code: 'REFUND_NOT_DUE' });
  });

  test('asked for ten times at once is one refund', async () => {
    const maya = await aSubscriber('pro_monthly');
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => asked(maya)));
    expect(outcomes.filter((one) => one === 'accepted')).toHaveLength(1);
    const refunds = await world.stripe.refunds.list({ limit: 100 });
    const customer = await customerOf(maya);
    const charges = await world.stripe.charges.list({ customer });
    const ids = new Set(charges.data.map(({ id }) => id));
    expect(refunds.data.filter(({ charge }) => typeof charge === 'string' && ids.has(charge))).toHaveLength(1);
  });

  test('that Stripe cannot carry out now is carried out later', async () => {
    const maya = await aSubscriber('pro_monthly');
    await world.switches({ fault: '500', faults: '1000' });
    expect(await maya.api.billing.requestRefund.mutate()).toMatchObject({ refund: 'underway' });
    await world.switches({ fault: '' });
    world.clock.advance(61_000);
    await app.container.sweep();
    expect(await maya.api.billing.subscription.query()).toMatchObject({ refund: 'done', plan: 'free' });
    expect((await maya.api.billing.invoices.query())[0]).toMatchObject({ refundedCents: 5_900 });
  });

  test('is not for who never paid, or whose mailbox had its money back in an account that is gone', async () => {
    const trying = await aSubscriber('pro_monthly', { plan: 'trial' });
    expect(await asked(trying)).toBe('REFUND_NOT_DUE');
    const maya = await aPerson(app, { email: 'nora.dahl@gmail.com' });
    await buy(world, maya, 'pro_monthly');
    await maya.api.billing.refresh.mutate();
    await maya.api.billing.requestRefund.mutate();
    await app.db.deleteFrom('users').where('id', '=', maya.userId).execute();
    const again = await aPerson(app, { email: 'noradahl@gmail.com' });
    await buy(world, again, 'pro_monthly');
    await again.api.billing.refresh.mutate();
    expect(await asked(again)).toBe('REFUND_NOT_DUE');
  });
});

describe('the nightly check', () => {
  test('finds and mends what no event told', async () => {
    world.hear(false);
    const maya = await aSubscriber('pro_monthly');
    const nora = await aSubscriber('starter_monthly');
    const [live] = await subscriptionsOf(maya);
    await world.stripe.subscriptions.cancel(live?.id ?? '');
    await app.db
      .updateTable('profiles')
      .set({ subscription_tier: 'ultimate' })
      .where('user_id', '=', nora.userId)
      .execute();
    expect(new Set(await billing().reconcile())).toEqual(new Set([maya.userId, nora.userId]));
    expect((await nora.api.billing.subscription.query()).plan).toBe('starter');
    expect(await billing().reconcile()).toEqual([]);
    world.hear(true);
  });
});

describe('an account that is deleted', () => {
  test('is not charged again while it waits, and Stripe forgets it in the end', async () => {
    const maya = await aSubscriber('pro_monthly');
    await maya.api.account.askDeletion.mutate();
    await app.container.sweep();
    const [live] = await subscriptionsOf(maya);
    expect(live?.cancel_at).not.toBeNull();
    const customer = await customerOf(maya);
    await world.pass(31 * DAY_MS);
    await app.container.purge();
    expect(await world.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
    expect(await app.db.selectFrom('users').select('id').where('id', '=', maya.userId).execute()).toEqual([]);
  });
});
