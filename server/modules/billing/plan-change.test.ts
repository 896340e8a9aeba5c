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

  test('counts the credit that is there', async () => {
    const maya = await aSubscriber('ultimate_monthly');
    const down = await maya.api.billing.previewChange.query({ priceId: 'starter_monthly' });
    expect(down).toMatchObject({ dueNowCents: 0, creditCents: 6_800 });
    const starter = { priceId: 'starter_monthly', prorationAt: down.prorationAt } as const;
    expect((await maya.api.billing.changePlan.mutate(starter)).current).toMatchObject({ creditCents: 6_800 });
    world.clock.advance(1_000);
    const up = await maya.api.billing.previewChange.query({ priceId: 'starter_annual' });
    const annual = { priceId: 'starter_annual', prorationAt: up.prorationAt } as const;
    expect((await maya.api.billing.changePlan.mutate(annual)).current).toMatchObject({ creditCents: 0 });
    const charges = await world.stripe.charges.list({ customer: await customerOf(maya) });
    expect(charges.data[0]?.amount).toBe(up.dueNowCents);
    expect(up.dueNowCents).toBeLessThan(28_800 - 6_800);
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

  test('after a card was declined works with another one, by the same preview', async () => {
    const maya = await aSubscriber('starter_monthly');
    const customer = await customerOf(maya);
    const [live] = await subscriptionsOf(maya);
    const giveCard = async (card: string) => {
      const method = await world.stripe.paymentMethods.attach(card, { customer });
      await world.stripe.subscriptions.update(live?.id ?? '', { default_payment_method: method.id });
    };
    const { prorationAt } = await maya.api.billing.previewChange.query({ priceId: 'pro_monthly' });
    const wish = { priceId: 'pro_monthly', prorationAt } as const;
    await giveCard('pm_card_chargeCustomerFail');
    expect(await refusal(maya.api.billing.changePlan.mutate(wish))).toBe('CARD_DECLINED');
    await giveCard('pm_card_visa');
    expect(await maya.api.billing.changePlan.mutate(wish)).toMatchObject({ plan: 'pro' });
  });

  test('makes no credit of what is owed: it waits until the invoice is paid', async () => {
    const maya = await aSubscriber('ultimate_annual', { plan: 'trial', card: CARDS.failsLater });
    const wish = { priceId: 'starter_monthly' } as const;
    // The first hour, in which the invoice is not charged yet.
    world.clock.advance(7 * DAY_MS);
    await maya.api.billing.refresh.mutate();
    expect(await refusal(maya.api.billing.previewChange.query(wish))).toBe('INVOICE_OPEN');
    await world.pass(60_000);
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ access: { status: 'past_due' } });
    const prorationAt = world.clock.current().toISOString();
    expect(await refusal(maya.api.billing.changePlan.mutate({ ...wish, prorationAt }))).toBe('INVOICE_OPEN');
  });

  test('of one that is cancelled is refused: it is kept first', async () => {
    const maya = await aSubscriber('pro_monthly');
    await maya.api.billing.cancel.mutate();
    const wish = { priceId: 'ultimate_annual' } as const;
    expect(await refusal(maya.api.billing.previewChange.query(wish))).toBe('PLAN_CANCELLED');
    await maya.api.billing.undoCancel.mutate();
    expect(await maya.api.billing.previewChange.query(wish)).toMatchObject({ nextCents: 94_800 });
  });

  test('in a trial drops a promotion that does not lower the new price', async () => {
    const maya = await aPerson(app, { plan: 'trial' });
    await maya.api.billing.showOffer.mutate();
    const { url } = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly', urgent: true });
    await world.pay(url);
    await maya.api.billing.refresh.mutate();
    const preview = await maya.api.billing.previewChange.query({ priceId: 'pro_annual' });
    expect(preview.nextCents).toBe(58_800);
    await maya.api.billing.changePlan.mutate({ priceId: 'pro_annual', prorationAt: preview.prorationAt });
    await world.pass(7 * DAY_MS);
    expect((await maya.api.billing.invoices.query())[0]?.totalCents).toBe(58_800);
  });

  test('that another tab was quicker with is looked at once more', async () => {
    const maya = await aSubscriber('starter_monthly');
    const first = await maya.api.billing.previewChange.query({ priceId: 'ultimate_monthly' });
    const second = await maya.api.billing.previewChange.query({ priceId: 'pro_monthly' });
    const confirm = ({ priceId, prorationAt, fromPriceId }: typeof first) =>
      refusal(maya.api.billing.changePlan.mutate({ priceId, prorationAt, fromPriceId: fromPriceId ?? undefined }));
    expect(await confirm(first)).toBe('accepted');
    expect(await confirm(second)).toBe('PREVIEW_STALE');
  });

  test('without a card says what is missing', async () => {
    const maya = await aSubscriber('starter_monthly');
    const [live] = await subscriptionsOf(maya);
    const card = typeof live?.default_payment_method === 'string' ? live.default_payment_method : '';
    await world.stripe.paymentMethods.detach(card);
    expect(await refusal(maya.api.billing.previewChange.query({ priceId: 'pro_monthly' }))).toBe('CARD_MISSING');
  });

  test('for an instant before its period or after it is refused, not a fault', async () => {
    const maya = await aSubscriber('pro_monthly');
    const before = new Date(world.clock.current().getTime() - 10 * 60_000).toISOString();
    const change = maya.api.billing.changePlan.mutate({ priceId: 'ultimate_monthly', prorationAt: before });
    expect(await refusal(change)).toBe('PREVIEW_STALE');
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

describe('the end of a trial', () => {
  test('is shown beforehand: free, or the plan that was chosen for it', async () => {
    const maya = await aPerson(app, { plan: 'trial' });
    const { access } = await maya.api.profile.get.query();
    const end = { endsAt: access.trialEndsAt };
    expect(await maya.api.billing.previewTrialEnd.query()).toMatchObject({
      ...end,
      change: { from: 'ultimate', to: 'free', opens: [] },
    });
    await buy(world, maya, 'pro_monthly', CARDS.good);
    await maya.api.billing.refresh.mutate();
    expect(await maya.api.billing.previewTrialEnd.query()).toMatchObject({
      ...end,
      change: { from: 'ultimate', to: 'pro', opens: [] },
    });
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

  test('leaves no credit behind that would pay for the next plan', async () => {
    const maya = await aSubscriber('ultimate_annual');
    const { prorationAt } = await maya.api.billing.previewChange.query({ priceId: 'starter_monthly' });
    await maya.api.billing.changePlan.mutate({ priceId: 'starter_monthly', prorationAt });
    await maya.api.billing.requestRefund.mutate();
    const customer = await world.stripe.customers.retrieve(await customerOf(maya));
    expect('balance' in customer && customer.balance).toBe(0);
    await buy(world, maya, 'pro_monthly');
    await maya.api.billing.refresh.mutate();
    const charges = await world.stripe.charges.list({ customer: customer.id });
    expect(charges.data[0]).toMatchObject({ amount: 5_900, paid: true });
  });

  test('gives back what an earlier plan cost too, and counts from the mailbox’s first payment', async () => {
    const maya = await aPerson(app, { email: 'karin.berg@gmail.com' });
    await buy(world, maya, 'starter_monthly');
    await maya.api.billing.refresh.mutate();
    const [old] = await subscriptionsOf(maya);
    await world.stripe.subscriptions.cancel(old?.id ?? '');
    await maya.api.billing.refresh.mutate();
    world.clock.advance(5 * DAY_MS);
    await buy(world, maya, 'pro_monthly');
    expect((await maya.api.billing.refresh.mutate()).refundableUntil).not.toBeNull();
    await billing().requestRefund(maya.userId);
    for (const { totalCents, refundedCents } of await maya.api.billing.invoices.query())
      expect(refundedCents).toBe(totalCents);

    const nora = await aPerson(app, { email: 'ida.lund@gmail.com' });
    await buy(world, nora, 'pro_monthly');
    await nora.api.billing.refresh.mutate();
    await app.db.deleteFrom('users').where('id', '=', nora.userId).execute();
    world.clock.advance(40 * DAY_MS);
    const again = await aPerson(app, { email: 'ida.lund+new@gmail.com' });
    await buy(world, again, 'pro_monthly');
    expect((await again.api.billing.refresh.mutate()).refundableUntil).toBeNull();
    expect(await asked(again)).toBe('REFUND_NOT_DUE');
  });

  test('happens once for all the mailboxes that an account has had', async () => {
    const maya = await aPerson(app, { email: 'first.box@gmail.com' });
    await buy(world, maya, 'pro_monthly');
    await maya.api.billing.refresh.mutate();
    const moved = { email: 'second.box@gmail.com', email_lower: 'second.box@gmail.com' };
    await app.db.updateTable('users').set(moved).where('id', '=', maya.userId).execute();
    await maya.api.billing.refresh.mutate();
    const [customer] = (await world.stripe.customers.list({ email: moved.email })).data;
    expect(customer).toBeDefined();
    await maya.api.billing.requestRefund.mutate();
    await app.db.deleteFrom('users').where('id', '=', maya.userId).execute();
    for (const email of ['first.box@gmail.com', 'secondbox@gmail.com']) {
      const again = await aPerson(app, { email });
      await buy(world, again, 'pro_monthly');
      await again.api.billing.refresh.mutate();
      expect(await asked(again)).toBe('REFUND_NOT_DUE');
    }
  });

  test('of one person waits for nobody else’s that cannot be done', async () => {
    const stuck = await aSubscriber('pro_monthly');
    const maya = await aSubscriber('pro_monthly');
    await world.switches({ fault: '500', faults: '1000' });
    await stuck.api.billing.requestRefund.mutate();
    await maya.api.billing.requestRefund.mutate();
    await world.switches({ fault: '' });
    const gone = { stripe_customer_id: 'cus_nobodyknowsme' };
    await app.db.updateTable('stripe_customers').set(gone).where('user_id', '=', stuck.userId).execute();
    world.clock.advance(61_000);
    await app.container.bill();
    expect(await maya.api.billing.subscription.query()).toMatchObject({ refund: 'done', plan: 'free' });
  });

  test('that Stripe cannot carry out now is carried out later', async () => {
    const maya = await aSubscriber('pro_monthly');
    await world.switches({ fault: '500', faults: '1000' });
    expect(await maya.api.billing.requestRefund.mutate()).toMatchObject({ refund: 'underway' });
    await world.switches({ fault: '' });
    world.clock.advance(61_000);
    await app.container.bill();
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

describe('a customer that was deleted at Stripe', () => {
  test('has no plan any more, and can buy again', async () => {
    const maya = await aSubscriber('pro_monthly');
    await world.stripe.customers.del(await customerOf(maya));
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ plan: 'free', subscribed: false, current: null });
    expect(await refusal(maya.api.billing.portal.mutate())).toBe('NO_BILLING_ACCOUNT');
    await buy(world, maya, 'starter_monthly');
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ plan: 'starter', subscribed: true });
  });
});

describe('a plan that ended with time left', () => {
  const cancelNow = async (maya: Person) => {
    const live = (await subscriptionsOf(maya)).find(({ status }) => status === 'active');
    await world.stripe.subscriptions.cancel(live?.id ?? '');
  };

  test('stays until then, also beside a newer attempt that came to nothing', async () => {
    const maya = await aSubscriber('pro_annual');
    await cancelNow(maya);
    const customer = await customerOf(maya);
    const [price] = (await world.stripe.prices.list({ lookup_keys: ['starter_monthly'] })).data;
    const method = await world.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    world.clock.advance(60_000);
    await world.stripe.subscriptions.create({
      customer,
      items: [{ price: price?.id ?? '' }],
      default_payment_method: method.id,
    });
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ plan: 'pro', access: { status: 'ended' } });
  });

  test('stays also when it was paid by credit, and goes when the money was given back at Stripe', async () => {
    const maya = await aSubscriber('ultimate_annual');
    const { prorationAt } = await maya.api.billing.previewChange.query({ priceId: 'starter_monthly' });
    await maya.api.billing.changePlan.mutate({ priceId: 'starter_monthly', prorationAt });
    await cancelNow(maya);
    expect((await maya.api.billing.refresh.mutate()).plan).toBe('starter');

    const nora = await aSubscriber('pro_monthly');
    const [charge] = (await world.stripe.charges.list({ customer: await customerOf(nora) })).data;
    await world.stripe.refunds.create({ charge: charge?.id ?? '' });
    await cancelNow(nora);
    expect((await nora.api.billing.refresh.mutate()).plan).toBe('free');
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
    await app.container.bill();
    const [live] = await subscriptionsOf(maya);
    expect(live?.cancel_at).not.toBeNull();
    const customer = await customerOf(maya);
    await world.pass(31 * DAY_MS);
    await app.container.purge();
    expect(await world.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
    expect(await app.db.selectFrom('users').select('id').where('id', '=', maya.userId).execute()).toEqual([]);
  });
});
