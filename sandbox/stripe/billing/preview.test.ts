import { array, asyncProperty, assert, constantFrom, integer, record } from 'fast-check';
import type { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  aCatalog,
  aCustomer,
  type Catalog,
  DAY,
  latestInvoice,
  moveTo,
  START,
  startStripeWorld,
  type StripeWorld,
} from '#tests/support/stripe-world.ts';

let world: StripeWorld;
let stripe: Stripe;
let prices: Catalog;

const open = async () => {
  world = await startStripeWorld();
  ({ stripe } = world);
  prices = await aCatalog(stripe);
};
beforeEach(open);
afterEach(() => world.close());

const itemOf = (subscription: Stripe.Subscription) => {
  const [item] = subscription.items.data;
  if (!item) throw new Error('a subscription has an item');
  return item;
};
const aCoupon = (cents: number) =>
  stripe.coupons.create({ id: 'off', amount_off: cents, currency: 'usd', duration: 'once' });
const linesOf = ({ lines }: Stripe.Invoice) => lines.data.map(({ amount, description }) => [amount, description]);

const names = ['starter', 'pro', 'ultimate', 'proQuarterly', 'proAnnual'] as const;
const change = record({ to: constantFrom(...names), afterSeconds: integer({ min: 60, max: 20 * DAY }) });

describe('a preview', () => {
  test('matches what the change then charges, whatever changes came before', async () => {
    await assert(
      asyncProperty(
        constantFrom(...names),
        constantFrom(null, 1_000, 100_000),
        array(change, { minLength: 1, maxLength: 4 }),
        async (first, off, changes) => {
          await open();
          const customer = await aCustomer(stripe);
          const coupon = off === null ? null : await aCoupon(off);
          const subscription = await stripe.subscriptions.create({
            customer: customer.id,
            items: [{ price: prices[first].id }],
            discounts: coupon ? [{ coupon: coupon.id }] : [],
          });
          let now = START;
          for (const { to, afterSeconds } of changes) {
            now += afterSeconds;
            await moveTo(world, now);
            const before = await stripe.subscriptions.retrieve(subscription.id);
            const items = [{ id: itemOf(before).id, price: prices[to].id }];
            const isSame = itemOf(before).price.id === prices[to].id;
            if (isSame) continue;
            const preview = await stripe.invoices.createPreview({
              subscription: subscription.id,
              subscription_details: { items, proration_behavior: 'always_invoice' },
            });
            expect(await stripe.subscriptions.retrieve(subscription.id)).toEqual(before);
            await stripe.subscriptions.update(subscription.id, { items, proration_behavior: 'always_invoice' });
            const invoice = await latestInvoice(stripe, subscription.id);
            expect([preview.total, preview.amount_due, preview.starting_balance, linesOf(preview)]).toEqual([
              invoice.total,
              invoice.amount_paid,
              invoice.starting_balance,
              linesOf(invoice),
            ]);
            const credited = invoice.lines.data.filter(({ amount }) => amount < 0);
            expect(credited.every(({ amount }) => -amount <= 58_800)).toBe(true);
          }
          await world.close();
        },
      ),
      { numRuns: 25 },
    );
  });

  test('of the next invoice matches what the renewal charges, with the balance', async () => {
    const customer = await aCustomer(stripe);
    const made = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: prices.pro.id }] });
    await stripe.customers.update(customer.id, { balance: -700 });
    await moveTo(world, START + 9 * DAY);
    const details = {
      items: [{ id: itemOf(made).id, price: prices.ultimate.id }],
      proration_behavior: 'none' as const,
    };
    const asked = await stripe.invoices.createPreview({ subscription: made.id, subscription_details: details });
    await stripe.subscriptions.update(made.id, details);
    const preview = await stripe.invoices.createPreview({ subscription: made.id });
    expect(linesOf(preview)).toEqual(linesOf(asked));
    expect(preview).toMatchObject({ status: 'draft', amount_paid: 0, starting_balance: -700 });
    await moveTo(world, START + 31 * DAY);
    const invoice = await latestInvoice(stripe, made.id);
    expect(invoice.amount_paid).toBe(preview.amount_due);
    expect(linesOf(invoice)).toEqual(linesOf(preview));
  });

  test('of a subscription that is ending says there is no next invoice', async () => {
    const customer = await aCustomer(stripe);
    const made = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: prices.pro.id }] });
    await stripe.subscriptions.update(made.id, { cancel_at_period_end: true });
    await expect(stripe.invoices.createPreview({ subscription: made.id })).rejects.toMatchObject({
      code: 'invoice_upcoming_none',
      statusCode: 404,
    });
  });

  test('for a given second matches what is charged for that second', async () => {
    const customer = await aCustomer(stripe);
    const made = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: prices.pro.id }] });
    const second = START + 12 * DAY + 345;
    await moveTo(world, second);
    const items = [{ id: itemOf(made).id, price: prices.ultimate.id }];
    const preview = await stripe.invoices.createPreview({
      subscription: made.id,
      subscription_details: { items, proration_behavior: 'always_invoice', proration_date: second },
    });
    await moveTo(world, second + 600);
    await stripe.subscriptions.update(made.id, {
      items,
      proration_behavior: 'always_invoice',
      proration_date: second,
    });
    expect((await latestInvoice(stripe, made.id)).amount_paid).toBe(preview.amount_due);
    const left = (itemOf(made).current_period_end - second) / (30 * DAY);
    expect(preview.amount_due).toBe(Math.round(9_700 * left) - Math.round(5_900 * left));
  });
});
