import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/billing/plans.ts';
import { buy, CARDS } from '#tests/support/billing-world.ts';
import { refusal } from '#tests/support/refusal.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { aPerson } from '#tests/support/people.ts';
import { aSubscriber, customerOf, subscriptionsOf } from '#tests/support/subscribers.ts';

const shop = inBillingWorld();
const billing = () => shop.app.container.services.billing;

describe('a change of plan', () => {
  test.each([
    ['starter_monthly', 'ultimate_monthly'],
    ['pro_monthly', 'pro_annual'],
    ['ultimate_annual', 'starter_monthly'],
    ['pro_quarterly', 'starter_quarterly'],
  ] as const)('from %s to %s costs what the preview said, on the same subscription', async (from, to) => {
    const maya = await aSubscriber(shop, from);
    shop.world.clock.advance(9 * DAY_MS + 12_345);
    const preview = await maya.api.billing.previewChange.query({ priceId: to });
    shop.world.clock.advance(5 * 60_000);
    const before = await maya.api.billing.invoices.query();
    const state = await maya.api.billing.changePlan.mutate({
      priceId: to,
      prorationAt: preview.prorationAt,
      when: 'now',
    });
    expect(state.current).toMatchObject({ priceId: to, renewalCents: preview.nextCents });
    // A new interval begins when the change is made, five minutes later.
    expect(state.current?.renewsAt?.slice(0, 10)).toBe(preview.nextAt?.slice(0, 10));
    const invoices = await maya.api.billing.invoices.query();
    expect(invoices).toHaveLength(before.length + 1);
    expect(invoices[0]?.totalCents).toBe(preview.dueNowCents - preview.creditCents);
    const customer = await shop.world.stripe.customers.retrieve(await customerOf(shop, maya));
    expect('balance' in customer ? customer.balance : null).toBe(preview.creditCents === 0 ? 0 : -preview.creditCents);
    expect(await subscriptionsOf(shop, maya)).toHaveLength(1);
  });

  test('counts existing credit', async () => {
    const maya = await aSubscriber(shop, 'ultimate_monthly');
    const down = await maya.api.billing.previewChange.query({ priceId: 'starter_monthly' });
    expect(down).toMatchObject({ dueNowCents: 0, creditCents: 6_800 });
    const starter = { priceId: 'starter_monthly', prorationAt: down.prorationAt, when: 'now' } as const;
    expect(await maya.api.billing.changePlan.mutate(starter)).toMatchObject({ creditCents: 6_800 });
    shop.world.clock.advance(1_000);
    const up = await maya.api.billing.previewChange.query({ priceId: 'starter_annual' });
    const annual = { priceId: 'starter_annual', prorationAt: up.prorationAt } as const;
    expect(up.creditUsedCents).toBe(6_800);
    expect(await maya.api.billing.changePlan.mutate(annual)).toMatchObject({ creditCents: 0 });
    // The invoice says what the card paid, and what credit paid.
    const [invoice] = await maya.api.billing.invoices.query();
    expect(invoice).toMatchObject({ paidCents: up.dueNowCents, creditCents: 6_800, unpaidCents: 0 });
    expect(invoice?.totalCents).toBe(up.dueNowCents + 6_800);
    const charges = await shop.world.stripe.charges.list({ customer: await customerOf(shop, maya) });
    expect(charges.data[0]?.amount).toBe(up.dueNowCents);
    expect(up.dueNowCents).toBeLessThan(28_800 - 6_800);
  });

  test('shows what unlocks, what locks and what is over the limit', async () => {
    const maya = await aPerson(shop.app, { messagesUsed: 700 });
    await buy(shop.world, maya, 'pro_monthly');
    await maya.api.billing.refresh.mutate();
    const { change } = await maya.api.billing.previewChange.query({ priceId: 'starter_monthly' });
    expect(change).toMatchObject({ from: 'pro', to: 'starter', opens: [], stays: ['brain_ai', 'seomi', 'emmie'] });
    expect(change.locks).toEqual(['soshie', 'cassie', 'milli']);
    expect(change.limits[0]).toEqual({ kind: 'messages', from: 2_500, to: 500, used: 700, isOver: true });
  });

  test('during a trial costs nothing, and the promotion moves to the new plan', async () => {
    const maya = await aPerson(shop.app, { plan: 'trial' });
    const { url } = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly', discount: 'first-time' });
    await shop.world.pay(url);
    await maya.api.billing.refresh.mutate();
    const preview = await maya.api.billing.previewChange.query({ priceId: 'ultimate_annual' });
    expect(preview).toMatchObject({ dueNowCents: 0, creditCents: 0, nextCents: 58_200, promotion: 'first-time' });
    await maya.api.billing.changePlan.mutate({ priceId: 'ultimate_annual', prorationAt: preview.prorationAt });
    await shop.world.pass(7 * DAY_MS);
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({
      plan: 'ultimate',
      current: { renewalCents: 94_800 },
    });
    expect((await maya.api.billing.invoices.query())[0]?.totalCents).toBe(58_200);
  });

  test('with a card that is declined changes nothing', async () => {
    const maya = await aSubscriber(shop, 'starter_monthly');
    const customer = await customerOf(shop, maya);
    const method = await shop.world.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    const [live] = await subscriptionsOf(shop, maya);
    await shop.world.stripe.subscriptions.update(live?.id ?? '', { default_payment_method: method.id });
    const { prorationAt } = await maya.api.billing.previewChange.query({ priceId: 'pro_monthly' });
    const change = maya.api.billing.changePlan.mutate({ priceId: 'pro_monthly', prorationAt });
    expect(await refusal(change)).toBe('CARD_DECLINED');
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ plan: 'starter', access: { status: 'active' } });
  });

  test('after a declined card works with another one, from the same preview', async () => {
    const maya = await aSubscriber(shop, 'starter_monthly');
    const customer = await customerOf(shop, maya);
    const [live] = await subscriptionsOf(shop, maya);
    const giveCard = async (card: string) => {
      const method = await shop.world.stripe.paymentMethods.attach(card, { customer });
      await shop.world.stripe.subscriptions.update(live?.id ?? '', { default_payment_method: method.id });
    };
    const { prorationAt } = await maya.api.billing.previewChange.query({ priceId: 'pro_monthly' });
    const input = { priceId: 'pro_monthly', prorationAt } as const;
    await giveCard('pm_card_chargeCustomerFail');
    expect(await refusal(maya.api.billing.changePlan.mutate(input))).toBe('CARD_DECLINED');
    await giveCard('pm_card_visa');
    expect(await maya.api.billing.changePlan.mutate(input)).toMatchObject({ plan: 'pro' });
  });

  test('turns no unpaid amount into credit: it waits until the invoice is paid', async () => {
    const maya = await aSubscriber(shop, 'ultimate_annual', { plan: 'trial', card: CARDS.failsLater });
    const input = { priceId: 'starter_monthly' } as const;
    // The first hour, in which the invoice is not charged yet.
    shop.world.clock.advance(7 * DAY_MS);
    await maya.api.billing.refresh.mutate();
    expect(await refusal(maya.api.billing.previewChange.query(input))).toBe('INVOICE_OPEN');
    await shop.world.pass(60_000);
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ access: { status: 'past_due' } });
    const prorationAt = shop.world.clock.current().toISOString();
    expect(await refusal(maya.api.billing.changePlan.mutate({ ...input, prorationAt }))).toBe('INVOICE_OPEN');
  });

  test('from a canceled plan is refused until the plan is kept', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    await maya.api.billing.cancel.mutate();
    const input = { priceId: 'ultimate_annual' } as const;
    expect(await refusal(maya.api.billing.previewChange.query(input))).toBe('PLAN_CANCELLED');
    await maya.api.billing.undoCancel.mutate();
    expect(await maya.api.billing.previewChange.query(input)).toMatchObject({ nextCents: 94_800 });
  });

  test('in a trial drops a promotion that does not lower the new price', async () => {
    const maya = await aPerson(shop.app, { plan: 'trial' });
    await maya.api.billing.showOffer.mutate();
    const { url } = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly', urgent: true });
    await shop.world.pay(url);
    await maya.api.billing.refresh.mutate();
    const preview = await maya.api.billing.previewChange.query({ priceId: 'pro_annual' });
    expect(preview.nextCents).toBe(58_800);
    await maya.api.billing.changePlan.mutate({ priceId: 'pro_annual', prorationAt: preview.prorationAt });
    await shop.world.pass(7 * DAY_MS);
    expect((await maya.api.billing.invoices.query())[0]?.totalCents).toBe(58_800);
  });

  test('that another tab has already made is read again', async () => {
    const maya = await aSubscriber(shop, 'starter_monthly');
    const first = await maya.api.billing.previewChange.query({ priceId: 'ultimate_monthly' });
    const second = await maya.api.billing.previewChange.query({ priceId: 'pro_monthly' });
    const confirm = ({ priceId, prorationAt, fromPriceId }: typeof first) =>
      refusal(
        maya.api.billing.changePlan.mutate({
          priceId,
          prorationAt,
          fromPriceId: fromPriceId ?? undefined,
          when: 'now',
        }),
      );
    expect(await confirm(first)).toBe('accepted');
    expect(await confirm(second)).toBe('PREVIEW_STALE');
  });

  test('without a card asks for one', async () => {
    const maya = await aSubscriber(shop, 'starter_monthly');
    const [live] = await subscriptionsOf(shop, maya);
    const card = typeof live?.default_payment_method === 'string' ? live.default_payment_method : '';
    await shop.world.stripe.paymentMethods.detach(card);
    expect(await refusal(maya.api.billing.previewChange.query({ priceId: 'pro_monthly' }))).toBe('CARD_MISSING');
  });

  test('dated before or after the period is refused, not a server error', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    const before = new Date(shop.world.clock.current().getTime() - 10 * 60_000).toISOString();
    const change = maya.api.billing.changePlan.mutate({ priceId: 'ultimate_monthly', prorationAt: before });
    expect(await refusal(change)).toBe('PREVIEW_STALE');
  });

  test('with a preview that is too old, from the future, or for the same plan is refused', async () => {
    const maya = await aSubscriber(shop, 'starter_monthly');
    const { prorationAt } = await maya.api.billing.previewChange.query({ priceId: 'pro_monthly' });
    shop.world.clock.advance(16 * 60_000);
    const input = { priceId: 'pro_monthly' } as const;
    expect(await refusal(maya.api.billing.changePlan.mutate({ ...input, prorationAt }))).toBe('PREVIEW_STALE');
    const later = new Date(shop.world.clock.current().getTime() + DAY_MS).toISOString();
    expect(await refusal(maya.api.billing.changePlan.mutate({ ...input, prorationAt: later }))).toBe('PREVIEW_STALE');
    expect(await refusal(maya.api.billing.previewChange.query({ priceId: 'starter_monthly' }))).toBe('SAME_PLAN');
  });

  test('clicked twice happens once', async () => {
    const maya = await aSubscriber(shop, 'starter_monthly');
    const { prorationAt } = await maya.api.billing.previewChange.query({ priceId: 'pro_monthly' });
    const input = { priceId: 'pro_monthly', prorationAt } as const;
    await Promise.allSettled([maya.api.billing.changePlan.mutate(input), maya.api.billing.changePlan.mutate(input)]);
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ plan: 'pro' });
    expect(await maya.api.billing.invoices.query()).toHaveLength(2);
  });

  test('without a plan is refused', async () => {
    const maya = await aPerson(shop.app);
    expect(await refusal(maya.api.billing.previewChange.query({ priceId: 'pro_monthly' }))).toBe('NOT_SUBSCRIBED');
    expect(await refusal(maya.api.billing.cancel.mutate())).toBe('NOT_SUBSCRIBED');
    expect(await refusal(maya.api.billing.portal.mutate())).toBe('NO_BILLING_ACCOUNT');
  });
});

describe('the end of a trial', () => {
  test('is shown in advance: Free, or the plan chosen for it', async () => {
    const maya = await aPerson(shop.app, { plan: 'trial' });
    const { access } = await maya.api.profile.get.query();
    const end = { endsAt: access.trialEndsAt };
    expect(await maya.api.billing.previewTrialEnd.query()).toMatchObject({
      ...end,
      change: { from: 'ultimate', to: 'free', opens: [] },
    });
    await buy(shop.world, maya, 'pro_monthly', CARDS.good);
    await maya.api.billing.refresh.mutate();
    expect(await maya.api.billing.previewTrialEnd.query()).toMatchObject({
      ...end,
      change: { from: 'ultimate', to: 'pro', opens: [] },
    });
  });
});

describe('a canceled plan', () => {
  test('lasts until the end of the paid period, and can be undone until then', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    const { endsAt, change } = await maya.api.billing.previewEnd.query();
    expect(change).toMatchObject({ from: 'pro', to: 'free', locks: ['seomi', 'emmie', 'soshie', 'cassie', 'milli'] });
    const canceled = await maya.api.billing.cancel.mutate();
    expect(canceled).toMatchObject({ plan: 'pro', current: { cancelsAt: endsAt, renewsAt: null } });
    expect(await maya.api.billing.undoCancel.mutate()).toMatchObject({ current: { cancelsAt: null } });
    await maya.api.billing.cancel.mutate();
    await shop.world.pass(31 * DAY_MS);
    expect(await billing().subscription(maya.userId)).toMatchObject({ plan: 'free', subscribed: false, current: null });
  });

  test('ends on time even if Stripe is silent', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    const { current } = await maya.api.billing.cancel.mutate();
    await shop.world.switches({ fault: '500', faults: '1000' });
    const end = new Date(current?.cancelsAt ?? 0).getTime();
    shop.world.clock.advance(end - shop.world.clock.current().getTime() - 1_000);
    expect((await billing().subscription(maya.userId)).plan).toBe('pro');
    shop.world.clock.advance(1_000);
    expect((await billing().subscription(maya.userId)).plan).toBe('free');
    await shop.world.switches({ fault: '' });
  });
});
