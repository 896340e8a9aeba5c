import type { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  aCatalog,
  aCustomer,
  type Catalog,
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
let prices: Catalog;

beforeEach(async () => {
  world = await startStripeWorld();
  ({ stripe } = world);
  prices = await aCatalog(stripe);
});
afterEach(() => world.close());

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
  const customer = await aCustomer(stripe, who);
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    ...more,
  });
  return { customer, subscription };
};
const aCoupon = (cents: number) =>
  stripe.coupons.create({ id: 'off', name: 'Off', amount_off: cents, currency: 'usd', duration: 'once' });
const chargeOf = async (invoice: Stripe.Invoice) => {
  const full = await stripe.invoices.retrieve(invoice.id, { expand: ['payments.data.payment.payment_intent'] });
  const intent = full.payments?.data[0]?.payment.payment_intent;
  if (!intent || typeof intent === 'string') throw new Error('a paid invoice has a payment intent');
  return { intent, charge: intent.latest_charge as string }; // reason: it was not expanded
};

describe('a trial', () => {
  test('bills nothing at its start and charges an hour after its end', async () => {
    const { subscription } = await aSubscription(prices.pro, { trial_end: START + 7 * DAY });
    expect(subscription).toMatchObject({ status: 'trialing', trial_end: START + 7 * DAY });
    expect(itemOf(subscription).current_period_end).toBe(START + 7 * DAY);
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({
      amount_due: 0,
      status: 'paid',
      billing_reason: 'subscription_create',
      lines: { data: [{ amount: 0, description: 'Trial period for Pro' }] },
    });
    await moveTo(world, START + 7 * DAY + 60);
    expect(await statusOf(subscription.id)).toBe('active');
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ status: 'draft', amount_due: 5_900 });
    await moveTo(world, START + 7 * DAY + 2 * HOUR);
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({
      status: 'paid',
      amount_paid: 5_900,
      billing_reason: 'subscription_cycle',
    });
  });

  test('without a card cancels the subscription at its end, if set to', async () => {
    const { customer, subscription } = await aSubscription(
      prices.pro,
      { trial_end: START + 7 * DAY, trial_settings: { end_behavior: { missing_payment_method: 'cancel' } } },
      { card: null },
    );
    await moveTo(world, START + 8 * DAY);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      ended_at: START + 7 * DAY,
    });
    expect((await eventTypes(stripe, customer.id)).at(-1)).toBe('customer.subscription.deleted');
    expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1);
  });

  test('without a card creates an invoice at its end, if not set to cancel', async () => {
    const { subscription } = await aSubscription(prices.pro, { trial_end: START + 7 * DAY }, { card: null });
    await moveTo(world, START + 8 * DAY);
    expect(await statusOf(subscription.id)).toBe('past_due');
  });

  test('leaves a coupon of duration once for the first invoice; the second is at full price', async () => {
    const coupon = await aCoupon(2_950);
    const { subscription } = await aSubscription(prices.pro, {
      trial_end: START + 7 * DAY,
      discounts: [{ coupon: coupon.id }],
    });
    expect((await stripe.subscriptions.retrieve(subscription.id)).discounts).toHaveLength(1);
    await moveTo(world, START + 8 * DAY);
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ amount_paid: 2_950, subtotal: 5_900 });
    expect((await stripe.subscriptions.retrieve(subscription.id)).discounts).toEqual([]);
    await moveTo(world, START + 40 * DAY);
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({
      amount_paid: 5_900,
      total_discount_amounts: [],
    });
  });

  test('keeps its discount when the coupon is deleted', async () => {
    const coupon = await aCoupon(1_000);
    const trial = { trial_end: START + 7 * DAY, discounts: [{ coupon: coupon.id }] };
    const { subscription } = await aSubscription(prices.pro, trial);
    await stripe.coupons.del(coupon.id);
    const shown = await stripe.subscriptions.retrieve(subscription.id, { expand: ['discounts.source.coupon'] });
    expect(shown.discounts).toMatchObject([{ source: { coupon: { name: 'Off' } } }]);
    await moveTo(world, START + 8 * DAY);
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ amount_paid: 4_900 });
  });

  test('cannot end in the past', async () => {
    await expect(aSubscription(prices.pro, { trial_end: START - 1 })).rejects.toMatchObject({ param: 'trial_end' });
  });

  test('that is ended early is charged immediately', async () => {
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
  test('to a higher price is charged immediately for the remaining seconds', async () => {
    const { subscription } = await aSubscription(prices.pro);
    await moveTo(world, START + 10 * DAY);
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
    expect(invoice.lines.data[0]?.parent?.subscription_item_details).toMatchObject({ proration: true });
    expect(itemOf(changed).current_period_end).toBe(itemOf(subscription).current_period_end);
  });

  test('to a lower price leaves a credit balance that the next invoice uses', async () => {
    const { customer, subscription } = await aSubscription(prices.ultimate);
    await moveTo(world, START + 15 * DAY);
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
    await moveTo(world, START + 31 * DAY);
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({
      total: 2_900,
      starting_balance: -3_400,
      ending_balance: -500,
      amount_due: 0,
    });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -500 });
  });

  test('without proration costs the new price from the next period on', async () => {
    const { subscription } = await aSubscription(prices.ultimate);
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, price: prices.starter.id }],
      proration_behavior: 'none',
    });
    expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1);
    await moveTo(world, START + 31 * DAY);
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ amount_paid: 2_900 });
  });

  test('to another cycle begins a new period now and credits the rest of the old one', async () => {
    const { subscription } = await aSubscription(prices.pro);
    await moveTo(world, START + 15 * DAY);
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, price: prices.proAnnual.id }],
      proration_behavior: 'always_invoice',
    });
    expect(changed.billing_cycle_anchor).toBe(START + 15 * DAY);
    expect(new Date(itemOf(changed).current_period_end * 1_000).toISOString()).toBe('2027-11-16T12:00:00.000Z');
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ amount_paid: 58_800 - 2_950 });
  });

  test('credits what was paid, not the list price', async () => {
    const coupon = await aCoupon(2_950);
    const { subscription } = await aSubscription(prices.pro, { discounts: [{ coupon: coupon.id }] });
    await moveTo(world, START + 15 * DAY);
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, price: prices.ultimate.id }],
      proration_behavior: 'always_invoice',
    });
    const invoice = await latestInvoice(stripe, subscription.id);
    expect(invoice.lines.data.map(({ amount }) => amount)).toEqual([-1_475, 4_850]);
  });

  test('that cannot be paid is refused entirely, if requested', async () => {
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

  test('without the item’s id is refused, because Stripe would add a second item', async () => {
    const { subscription } = await aSubscription(prices.pro);
    const change = { items: [{ price: prices.ultimate.id }], proration_behavior: 'none' as const };
    await expect(stripe.subscriptions.update(subscription.id, change)).rejects.toMatchObject({
      code: 'parameter_missing',
      param: 'items[0][id]',
    });
  });
});

describe('a renewal', () => {
  test('comes every three months for a quarterly price, on the last day of a shorter month', async () => {
    const startsAt = Date.UTC(2026, 10, 30, 12) / 1_000;
    await moveTo(world, startsAt);
    const { subscription } = await aSubscription(prices.proQuarterly);
    expect(new Date(itemOf(subscription).current_period_end * 1_000).toISOString()).toBe('2027-02-28T12:00:00.000Z');
    await moveTo(world, Date.UTC(2027, 2, 1) / 1_000);
    const renewed = await stripe.subscriptions.retrieve(subscription.id);
    expect(new Date(itemOf(renewed).current_period_end * 1_000).toISOString()).toBe('2027-05-30T12:00:00.000Z');
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ amount_paid: 15_930 });
  });
});

describe('a cancellation', () => {
  test('at the end of the period can be undone until then', async () => {
    const { subscription } = await aSubscription(prices.pro);
    const ending = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    expect(ending).toMatchObject({
      status: 'active',
      cancel_at: itemOf(subscription).current_period_end,
      cancellation_details: { reason: 'cancellation_requested' },
    });
    const undone = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
    expect(undone).toMatchObject({ cancel_at: null, canceled_at: null, cancel_at_period_end: false });
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await moveTo(world, START + 31 * DAY);
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

  test('that is immediate happens once, and the subscription is then listed only with status all', async () => {
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

  test('happens to every subscription of a deleted customer', async () => {
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
    await moveTo(world, START + 30 * DAY + 2 * HOUR);
    return made;
  };

  test('makes a renewal past due and is retried after three, five and seven days, then the subscription is canceled', async () => {
    const { customer, subscription } = await anOverdueOne();
    const failedAt = START + 30 * DAY + HOUR;
    expect(await statusOf(subscription.id)).toBe('past_due');
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({
      status: 'open',
      attempt_count: 1,
      next_payment_attempt: failedAt + 3 * DAY,
    });
    await moveTo(world, failedAt + 3 * DAY);
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ attempt_count: 2 });
    await moveTo(world, failedAt + 15 * DAY);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    });
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ status: 'open', attempt_count: 4 });
    expect((await eventTypes(stripe, customer.id)).filter((type) => type === 'invoice.payment_failed')).toHaveLength(4);
  });

  test('succeeds with a new card at the next retry', async () => {
    const { customer, subscription } = await anOverdueOne();
    const invoice = await latestInvoice(stripe, subscription.id);
    await expect(stripe.invoices.pay(invoice.id)).rejects.toMatchObject({ code: 'card_declined', statusCode: 402 });
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ attempt_count: 2 });
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: good.id } });
    await moveTo(world, START + 40 * DAY);
    expect(await statusOf(subscription.id)).toBe('active');
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ status: 'paid', amount_paid: 5_900 });
  });

  test('succeeds immediately when paid with a new card', async () => {
    const { subscription } = await anOverdueOne();
    const open = await latestInvoice(stripe, subscription.id);
    await stripe.invoices.pay(open.id, { payment_method: 'pm_card_visa' });
    expect(await statusOf(subscription.id)).toBe('active');
  });

  test('of the first invoice leaves the subscription incomplete until it expires', async () => {
    const { subscription } = await aSubscription(prices.pro, {}, { card: 'pm_card_chargeCustomerFail' });
    expect(subscription.status).toBe('incomplete');
    await moveTo(world, START + 24 * HOUR);
    expect(await statusOf(subscription.id)).toBe('incomplete_expired');
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ status: 'void' });
  });

  test('that needs the cardholder’s approval waits for it', async () => {
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
  test('of a disputed charge is refused', async () => {
    const customer = await aCustomer(stripe);
    const card = await stripe.paymentMethods.attach('pm_card_createDispute', { customer: customer.id });
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: prices.pro.id }],
      default_payment_method: card.id,
    });
    expect(subscription.status).toBe('active');
    const { charge } = await chargeOf(await latestInvoice(stripe, subscription.id));
    expect((await stripe.charges.list({ customer: customer.id })).data).toMatchObject([{ paid: true, disputed: true }]);
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'charge_disputed',
    });
  });

  test('returns the whole first payment, once', async () => {
    const { customer, subscription } = await aSubscription(prices.pro);
    const { charge, intent } = await chargeOf(await latestInvoice(stripe, subscription.id));
    const whole = await stripe.refunds.create({ payment_intent: intent.id, reason: 'requested_by_customer' });
    expect(whole).toMatchObject({ amount: 5_900, status: 'succeeded', charge });
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_already_refunded' });
    expect((await stripe.charges.list({ customer: customer.id })).data).toMatchObject([
      { id: charge, refunded: true, amount_refunded: 5_900 },
    ]);
    expect((await eventTypes(stripe, customer.id)).slice(-2)).toEqual(['charge.refunded', 'refund.created']);
  });

  test('a partial refund leaves the rest to be refunded, and never more than that', async () => {
    const { customer, subscription } = await aSubscription(prices.pro);
    const { charge } = await chargeOf(await latestInvoice(stripe, subscription.id));
    expect(await stripe.refunds.create({ charge, amount: 1_900 })).toMatchObject({ amount: 1_900 });
    expect((await stripe.charges.list({ customer: customer.id })).data).toMatchObject([
      { refunded: false, amount_refunded: 1_900 },
    ]);
    await expect(stripe.refunds.create({ charge, amount: 4_001 })).rejects.toMatchObject({ param: 'amount' });
    expect(await stripe.refunds.create({ charge })).toMatchObject({ amount: 4_000 });
    expect((await stripe.charges.list({ customer: customer.id })).data).toMatchObject([
      { refunded: true, amount_refunded: 5_900 },
    ]);
  });
});
