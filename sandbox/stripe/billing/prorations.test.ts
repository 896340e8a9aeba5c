import { array, assert, asyncProperty, constantFrom, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { aCatalog, aCustomer, DAY, HOUR, moveTo, START, startStripeWorld } from '#tests/support/stripe-world.ts';
import { amountOff, allocateDiscount } from './discounts.ts';
import { partOf, roundCents } from './money.ts';

const CENTS = { starter: 2_900, pro: 5_900, ultimate: 9_700 };
const plan = constantFrom('starter' as const, 'pro' as const, 'ultimate' as const);
const PERIOD = 30 * DAY;

test('a period costs each plan’s price for the seconds it was used, however often the plan changes', async () => {
  const change = record({
    to: plan,
    afterSeconds: integer({ min: 1, max: 5 * DAY }),
  });
  await assert(
    asyncProperty(plan, array(change, { minLength: 1, maxLength: 5 }), async (first, changes) => {
      const world = await startStripeWorld();
      const { stripe } = world;
      const prices = await aCatalog(stripe);
      const customer = await aCustomer(stripe);
      const made = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: prices[first].id }] });
      const item = made.items.data[0]?.id ?? '';
      let [now, current, expected] = [START, first, 0];
      for (const { to, afterSeconds } of changes) {
        expected += (CENTS[current] * afterSeconds) / PERIOD;
        [now, current] = [now + afterSeconds, to];
        await moveTo(world, now);
        const update = { items: [{ id: item, price: prices[to].id }], proration_behavior: 'always_invoice' as const };
        await stripe.subscriptions.update(made.id, update);
      }
      expected += (CENTS[current] * (START + PERIOD - now)) / PERIOD;
      await moveTo(world, START + PERIOD + 2 * HOUR);
      const { data } = await stripe.invoices.list({ subscription: made.id, limit: 100 });
      const billed = data.reduce((sum, invoice) => sum + invoice.total, 0) - CENTS[current];
      // Each change rounds two amounts, each by half a cent at most.
      expect(Math.abs(billed - expected)).toBeLessThanOrEqual(changes.length + 0.5);
      // Everything billed was paid, or is on the balance.
      const paid = data.reduce((sum, invoice) => sum + invoice.amount_paid, 0);
      const kept = await stripe.customers.retrieve(customer.id);
      expect(paid + (kept.deleted ? 0 : kept.balance)).toBe(billed + CENTS[current]);
      await world.close();
    }),
    { numRuns: 20 },
  );
}, 60_000);

test('the used and the remaining part of a period add up to the whole, to the cent', () => {
  const cents = integer({ min: 0, max: 1_000_000 });
  assert(
    property(
      cents,
      integer({ min: 1, max: 400 * DAY }),
      integer({ min: 0, max: 400 * DAY }),
      (amount, length, used) => {
        const period = { start: START, end: START + length };
        const left = partOf(amount, period, START + used);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThanOrEqual(amount);
        if (used <= length)
          expect(Math.abs(left - (amount * (length - used)) / length)).toBeLessThanOrEqual(0.5 + 1e-6);
      },
    ),
  );
});

test('a discount is split to the last cent and never exceeds the amount', () => {
  const amounts = array(integer({ min: -5_000, max: 100_000 }), { minLength: 1, maxLength: 6 });
  const coupon = constantFrom({ amount_off: 1 }, { amount_off: 1_234 }, { amount_off: 50_000 });
  assert(
    property(amounts, coupon, (lines, one) => {
      const positive = lines.reduce((sum, line) => sum + Math.max(0, line), 0);
      const off = amountOff(one, positive);
      const parts = allocateDiscount(off, lines);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(off);
      for (const [index, part] of parts.entries()) {
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(Math.max(0, lines[index] ?? 0));
      }
    }),
  );
});

test('half a cent rounds away from zero', () => {
  expect([0.5, 1.5, 2.4, -0.5, -2.5, 0].map(roundCents)).toEqual([1, 2, 2, -1, -3, 0]);
});
