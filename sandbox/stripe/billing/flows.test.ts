import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aCatalogue,
  aCustomer,
  type Catalogue,
  DAY,
  eventTypes,
  HOUR,
  latestInvoice,
  moveTo,
  START,
  startStripeWorld,
  type StripeWorld,
} from '#tests/support/stripe-world.ts';

let world: StripeWorld;
let stripe: Stripe;
let prices: Catalogue;

beforeAll(async () => {
  world = await startStripeWorld();
  ({ stripe } = world);
  prices = await aCatalogue(stripe);
});
afterAll(() => world.close());

const statusOf = async (id: string) => (await stripe.subscriptions.retrieve(id)).status;
const itemOf = (subscription: Stripe.Subscription) => {
  const [item] = subscription.items.data;
  if (!item) throw new Error('a subscription has an item');
  return item;
};
const aSubscription = async (
  price: Stripe.Price,
  more: Partial<Stripe.SubscriptionCreateParams> = {},
  who: Parameters<typeof aCustomer>[1] = {},
) => {
  const { clock, customer } = await aCustomer(stripe, who);
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    ...more,
  });
  return { clock, customer, subscription };
};
const chargeOf = async (invoice: Stripe.Invoice) => {
  const full = await stripe.invoices.retrieve(invoice.id, { expand: ['payments.data.payment.payment_intent'] });
  const intent = full.payments?.data[0]?.payment.payment_intent;
  if (!intent || typeof intent === 'string') throw new Error('a paid invoice has a payment intent');
  return { intent, charge: intent.latest_charge as string }; // reason: it was not expanded
};

describe('a trial', () => {
  test('bills nothing at its start, announces its end three days before and is charged an hour after it', async () => {
    const { clock, customer, subscription } = await aSubscription(prices.pro, { trial_end: START + 7 * DAY });
    expect(subscription).toMatchObject({ status: 'trialing', trial_end: START + 7 * DAY });
    expect(itemOf(subscription).current_period_end).toBe(START + 7 * DAY);
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({
      amount_due: 0,
      status: 'paid',
      billing_reason: 'subscription_create',
      lines: { data: [{ amount: 0, description: 'Trial period for Pro' }] },
    });
    await moveTo(stripe, clock.id, START + 5 * DAY);
    expect(await eventTypes(stripe, customer.id)).toContain('customer.subscription.trial_will_end');

    await moveTo(stripe, clock.id, START + 7 * DAY + 60);
    expect(await statusOf(subscription.id)).toBe('active');
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ status: 'draft', amount_due: 5_900 });
    await moveTo(stripe, clock.id, START + 7 * DAY + 2 * HOUR);
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({
      status: 'paid',
      amount_paid: 5_900,
      billing_reason: 'subscription_cycle',
    });
  });

  test('without a card ends the subscription, where it was asked to', async () => {
    const { clock, customer, subscription } = await aSubscription(
      prices.pro,
      { trial_end: START + 7 * DAY, trial_settings: { end_behavior: { missing_payment_method: 'cancel' } } },
      { card: null },
    );
    await moveTo(stripe, clock.id, START + 8 * DAY);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      ended_at: START + 7 * DAY,
    });
    expect((await eventTypes(stripe, customer.id)).at(-1)).toBe('customer.subscription.deleted');
    expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1);
  });

  test('without a card pauses or bills, where it was asked to', async () => {
    const start = (missing: 'pause' | 'create_invoice') =>
      aSubscription(
        prices.pro,
        { trial_end: START + 7 * DAY, trial_settings: { end_behavior: { missing_payment_method: missing } } },
        { card: null },
      );
    const [paused, billed] = [await start('pause'), await start('create_invoice')];
    await moveTo(stripe, paused.clock.id, START + 8 * DAY);
    await moveTo(stripe, billed.clock.id, START + 8 * DAY);
    expect(await statusOf(paused.subscription.id)).toBe('paused');
    expect(await statusOf(billed.subscription.id)).toBe('past_due');
  });

  test('leaves a coupon of duration once for the first bill, and the second is at the full price', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'once' });
    const { clock, subscription } = await aSubscription(prices.pro, {
      trial_end: START + 7 * DAY,
      discounts: [{ coupon: coupon.id }],
    });
    expect((await stripe.subscriptions.retrieve(subscription.id)).discounts).toHaveLength(1);
    await moveTo(stripe, clock.id, START + 8 * DAY);
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ amount_paid: 2_950, subtotal: 5_900 });
    expect((await stripe.subscriptions.retrieve(subscription.id)).discounts).toEqual([]);
    await moveTo(stripe, clock.id, START + 40 * DAY);
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({
      amount_paid: 5_900,
      total_discount_amounts: [],
    });
  });

  test('keeps its discount when the coupon is deleted', async () => {
    const coupon = await stripe.coupons.create({ amount_off: 1_000, currency: 'usd', name: 'Gone soon' });
    const trial = { trial_end: START + 7 * DAY, discounts: [{ coupon: coupon.id }] };
    const { clock, subscription } = await aSubscription(prices.pro, trial);
    await stripe.coupons.del(coupon.id);
    const shown = await stripe.subscriptions.retrieve(subscription.id, { expand: ['discounts.source.coupon'] });
    expect(shown.discounts).toMatchObject([{ source: { coupon: { name: 'Gone soon' } } }]);
    await moveTo(stripe, clock.id, START + 8 * DAY);
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ amount_paid: 4_900 });
  });

  test('that is shorter than three days is announced as it begins', async () => {
    const { customer } = await aSubscription(prices.pro, { trial_end: START + 2 * DAY });
    expect(await eventTypes(stripe, customer.id)).toContain('customer.subscription.trial_will_end');
    await expect(aSubscription(prices.pro, { trial_end: START - 1 })).rejects.toMatchObject({ param: 'trial_end' });
  });

  test('that is ended now is charged now', async () => {
    const { subscription } = await aSubscription(prices.pro, { trial_end: START + 7 * DAY });
    const active = await stripe.subscriptions.update(subscription.id, { trial_end: 'now' });
    expect(active).toMatchObject({ status: 'active', billing_cycle_anchor: START });
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ amount_paid: 5_900, status: 'paid' });
  });

  test('keeps its end and costs nothing when its plan is changed', async () => {
    const { subscription } = await aSubscription(prices.pro, { trial_end: START + 7 * DAY });
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, price: prices.ultimate.id }],
      proration_behavior: 'always_invoice',
    });
    expect(changed).toMatchObject({ status: 'trialing', trial_end: START + 7 * DAY });
    expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1);
    const preview = await stripe.invoices.createPreview({ subscription: subscription.id });
    expect(preview.amount_due).toBe(9_700);
  });
});

describe('a change of plan', () => {
  test('upwards is billed at once for the seconds that are left', async () => {
    const { clock, subscription } = await aSubscription(prices.pro);
    await moveTo(stripe, clock.id, START + 10 * DAY);
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, price: prices.ultimate.id }],
      proration_behavior: 'always_invoice',
    });
    // 20 of 30 days are left: 9,700 x 2/3 - 5,900 x 2/3.
    const invoice = await latestInvoice(stripe, changed.id);
    expect(invoice).toMatchObject({ amount_paid: 2_534, billing_reason: 'subscription_update' });
    expect(invoice.lines.data.map(({ amount, description }) => [amount, description])).toEqual([
      [-3_933, 'Unused time on Pro after 11 Nov 2026'],
      [6_467, 'Remaining time on Ultimate after 11 Nov 2026'],
    ]);
    expect(invoice.lines.data[0]?.parent?.subscription_item_details).toMatchObject({
      proration: true,
      proration_details: { credited_items: { invoice_line_items: [expect.stringMatching(/^il_/)] } },
    });
    expect(itemOf(changed).current_period_end).toBe(itemOf(subscription).current_period_end);
  });

  test('downwards is kept as a balance that the next bill uses', async () => {
    const { clock, customer, subscription } = await aSubscription(prices.ultimate);
    await moveTo(stripe, clock.id, START + 15 * DAY);
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, price: prices.starter.id }],
      proration_behavior: 'always_invoice',
    });
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({
      total: -3_400,
      amount_due: 0,
      status: 'paid',
    });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -3_400 });
    await moveTo(stripe, clock.id, START + 31 * DAY);
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({
      total: 2_900,
      starting_balance: -3_400,
      ending_balance: -500,
      amount_due: 0,
    });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -500 });
  });

  test('without proration costs the new price from the next period on', async () => {
    const { clock, subscription } = await aSubscription(prices.ultimate);
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, price: prices.starter.id }],
      proration_behavior: 'none',
    });
    expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1);
    await moveTo(stripe, clock.id, START + 31 * DAY);
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ amount_paid: 2_900 });
  });

  test('with prorations noted down is billed with the next period', async () => {
    const { clock, subscription } = await aSubscription(prices.pro);
    await moveTo(stripe, clock.id, START + 15 * DAY);
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, price: prices.ultimate.id }],
    });
    await moveTo(stripe, clock.id, START + 31 * DAY);
    const invoice = await latestInvoice(stripe, subscription.id);
    expect(invoice.lines.data.map(({ amount }) => amount)).toEqual([-2_950, 4_850, 9_700]);
    expect(invoice.amount_paid).toBe(11_600);
  });

  test('to another cycle begins a new period now and gives the rest of the old one back', async () => {
    const { clock, subscription } = await aSubscription(prices.pro);
    await moveTo(stripe, clock.id, START + 15 * DAY);
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, price: prices.proAnnual.id }],
      proration_behavior: 'always_invoice',
    });
    expect(changed.billing_cycle_anchor).toBe(START + 15 * DAY);
    expect(new Date(itemOf(changed).current_period_end * 1_000).toISOString()).toBe('2027-11-16T12:00:00.000Z');
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ amount_paid: 58_800 - 2_950 });
  });

  test('gives back what was paid, not what the price says', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'once' });
    const { clock, subscription } = await aSubscription(prices.pro, { discounts: [{ coupon: coupon.id }] });
    await moveTo(stripe, clock.id, START + 15 * DAY);
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, price: prices.ultimate.id }],
      proration_behavior: 'always_invoice',
    });
    const invoice = await latestInvoice(stripe, subscription.id);
    expect(invoice.lines.data.map(({ amount }) => amount)).toEqual([-1_475, 4_850]);
  });

  test('that cannot be paid is refused whole, where that was asked for', async () => {
    const { customer, subscription } = await aSubscription(prices.pro);
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: bad.id } });
    await expect(
      stripe.subscriptions.update(subscription.id, {
        items: [{ id: itemOf(subscription).id, price: prices.ultimate.id }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
      }),
    ).rejects.toMatchObject({ statusCode: 402, code: 'card_declined' });
    const after = await stripe.subscriptions.retrieve(subscription.id);
    expect(itemOf(after).price.id).toBe(prices.pro.id);
    expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1);
  });

  test('without the item named adds a second item, as it does at Stripe', async () => {
    const { subscription } = await aSubscription(prices.pro);
    const after = await stripe.subscriptions.update(subscription.id, { items: [{ price: prices.ultimate.id }] });
    expect(after.items.data).toHaveLength(2);
  });
});

describe('a renewal', () => {
  test('comes every three months for a quarterly price, on the last day where a month is short', async () => {
    const startsAt = Date.UTC(2026, 10, 30, 12) / 1_000;
    const { clock, subscription } = await aSubscription(prices.proQuarterly, {}, { startsAt });
    expect(new Date(itemOf(subscription).current_period_end * 1_000).toISOString()).toBe('2027-02-28T12:00:00.000Z');
    await moveTo(stripe, clock.id, Date.UTC(2027, 2, 1) / 1_000);
    const renewed = await stripe.subscriptions.retrieve(subscription.id);
    expect(new Date(itemOf(renewed).current_period_end * 1_000).toISOString()).toBe('2027-05-30T12:00:00.000Z');
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ amount_paid: 15_930 });
  });

  test('is announced a week before and moves at most two periods at a time', async () => {
    const { clock, customer, subscription } = await aSubscription(prices.pro);
    await moveTo(stripe, clock.id, START + 24 * DAY);
    expect(await eventTypes(stripe, customer.id)).toContain('invoice.upcoming');
    await expect(
      stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: START + 200 * DAY }),
    ).rejects.toMatchObject({ param: 'frozen_time' });
    expect(await statusOf(subscription.id)).toBe('active');
  });
});

describe('an end', () => {
  test('at the end of the period can be undone until then', async () => {
    const { clock, subscription } = await aSubscription(prices.pro);
    const ending = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    expect(ending).toMatchObject({
      status: 'active',
      cancel_at: itemOf(subscription).current_period_end,
      cancellation_details: { reason: 'cancellation_requested' },
    });
    const undone = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
    expect(undone).toMatchObject({ cancel_at: null, canceled_at: null, cancel_at_period_end: false });
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await moveTo(stripe, clock.id, START + 31 * DAY);
    expect(await statusOf(subscription.id)).toBe('canceled');
    expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1);
    await expect(stripe.subscriptions.update(subscription.id, { trial_end: 'now' })).rejects.toMatchObject({
      statusCode: 400,
    });
    expect(await stripe.subscriptions.update(subscription.id, { metadata: { a: 'b' } })).toMatchObject({
      status: 'canceled',
      metadata: { a: 'b' },
    });
  });

  test('at once happens once, and is found only by those who ask for all', async () => {
    const { customer, subscription } = await aSubscription(prices.pro);
    expect(await stripe.subscriptions.cancel(subscription.id)).toMatchObject({ status: 'canceled' });
    await expect(stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    const listed = async (status?: 'all' | 'canceled') =>
      (await stripe.subscriptions.list({ customer: customer.id, status })).data.length;
    expect([await listed(), await listed('all'), await listed('canceled')]).toEqual([0, 1, 1]);
  });

  test('at once gives the rest of the period back, where that is asked for', async () => {
    const { clock, customer, subscription } = await aSubscription(prices.pro);
    await moveTo(stripe, clock.id, START + 15 * DAY);
    await stripe.subscriptions.cancel(subscription.id, { prorate: true, invoice_now: true });
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ total: -2_950, status: 'paid' });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -2_950 });
    const other = await aSubscription(prices.pro, { trial_end: START + 7 * DAY });
    await stripe.subscriptions.cancel(other.subscription.id, { prorate: true, invoice_now: true });
    expect((await stripe.invoices.list({ subscription: other.subscription.id })).data).toHaveLength(1);
  });

  test('of a customer ends their subscriptions', async () => {
    const { customer, subscription } = await aSubscription(prices.pro);
    expect(await stripe.customers.del(customer.id)).toMatchObject({ deleted: true });
    expect(await statusOf(subscription.id)).toBe('canceled');
    expect(await stripe.customers.retrieve(customer.id)).toEqual(
      expect.objectContaining({ id: customer.id, deleted: true }),
    );
  });
});

describe('a failed payment', () => {
  const anOverdueOne = async () => {
    const made = await aSubscription(prices.pro);
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: made.customer.id });
    await stripe.customers.update(made.customer.id, { invoice_settings: { default_payment_method: bad.id } });
    await moveTo(stripe, made.clock.id, START + 30 * DAY + 2 * HOUR);
    return made;
  };

  test('makes a renewal past due and is tried again after three, five and seven days, then the subscription ends', async () => {
    const { clock, customer, subscription } = await anOverdueOne();
    const failedAt = START + 30 * DAY + HOUR;
    expect(await statusOf(subscription.id)).toBe('past_due');
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({
      status: 'open',
      attempt_count: 1,
      next_payment_attempt: failedAt + 3 * DAY,
    });
    await moveTo(stripe, clock.id, failedAt + 3 * DAY);
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ attempt_count: 2 });
    await moveTo(stripe, clock.id, failedAt + 15 * DAY);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    });
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ status: 'open', attempt_count: 4 });
    expect((await eventTypes(stripe, customer.id)).filter((type) => type === 'invoice.payment_failed')).toHaveLength(4);
  });

  test('is mended by a new card, at the next try or at once', async () => {
    const { clock, customer, subscription } = await anOverdueOne();
    const invoice = await latestInvoice(stripe, subscription.id);
    await expect(stripe.invoices.pay(invoice.id)).rejects.toMatchObject({ code: 'card_declined', statusCode: 402 });
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ attempt_count: 2 });
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: good.id } });
    await moveTo(stripe, clock.id, START + 40 * DAY);
    expect(await statusOf(subscription.id)).toBe('active');
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ status: 'paid', amount_paid: 5_900 });

    const other = await anOverdueOne();
    const open = await latestInvoice(stripe, other.subscription.id);
    await stripe.invoices.pay(open.id, { payment_method: 'pm_card_visa' });
    expect(await statusOf(other.subscription.id)).toBe('active');
  });

  test('of the first bill leaves the subscription incomplete until it expires', async () => {
    const { clock, subscription } = await aSubscription(prices.pro, {}, { card: 'pm_card_chargeCustomerFail' });
    expect(subscription.status).toBe('incomplete');
    await moveTo(stripe, clock.id, START + 24 * HOUR);
    expect(await statusOf(subscription.id)).toBe('incomplete_expired');
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ status: 'void' });
  });

  test('of a card that asks its owner waits for the owner', async () => {
    const { customer, subscription } = await aSubscription(
      prices.pro,
      {},
      { card: 'pm_card_authenticationRequiredOnSetup' },
    );
    expect(subscription.status).toBe('incomplete');
    const { intent } = await chargeOf(await latestInvoice(stripe, subscription.id));
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    expect(await eventTypes(stripe, customer.id)).toContain('invoice.payment_action_required');
  });
});

describe('a refund', () => {
  test('gives back the first payment once, and no more than was paid', async () => {
    const { customer, subscription } = await aSubscription(prices.pro);
    const { charge, intent } = await chargeOf(await latestInvoice(stripe, subscription.id));
    await expect(stripe.refunds.create({ charge, amount: 6_000 })).rejects.toMatchObject({ param: 'amount' });
    const part = await stripe.refunds.create({ payment_intent: intent.id, amount: 900 });
    expect(part).toMatchObject({ amount: 900, status: 'succeeded', charge });
    const rest = await stripe.refunds.create({ charge, reason: 'requested_by_customer' });
    expect(rest.amount).toBe(5_000);
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_already_refunded' });
    expect(await stripe.charges.retrieve(charge, { expand: ['refunds'] })).toMatchObject({
      refunded: true,
      amount_refunded: 5_900,
      refunds: { data: [{ id: part.id }, { id: rest.id }] },
    });
    expect((await eventTypes(stripe, customer.id)).slice(-2)).toEqual(['charge.refunded', 'refund.created']);
  });
});
