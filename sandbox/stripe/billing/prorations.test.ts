import { array, assert, asyncProperty, constantFrom, integer, property, record } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aCatalogue,
  aCustomer,
  type Catalogue,
  DAY,
  HOUR,
  moveTo,
  START,
  startStripeWorld,
  type StripeWorld,
} from '#tests/support/stripe-world.ts';
import { amountOff, shareOut } from './discounts.ts';
import { partOf, roundCents } from './money.ts';

let world: StripeWorld;
let prices: Catalogue;

beforeAll(async () => {
  world = await startStripeWorld();
  prices = await aCatalogue(world.stripe);
});
afterAll(() => world.close());

const CENTS = { starter: 2_900, pro: 5_900, ultimate: 9_700 };
const plan = constantFrom('starter' as const, 'pro' as const, 'ultimate' as const);
const PERIOD = 30 * DAY;

test('a period costs what each plan costs for the seconds it was used, however often it is changed', async () => {
  const { stripe } = world;
  const change = record({
    to: plan,
    afterSeconds: integer({ min: 1, max: 5 * DAY }),
    behavior: constantFrom('always_invoice' as const, 'create_prorations' as const),
  });
  await assert(
    asyncProperty(plan, array(change, { minLength: 1, maxLength: 5 }), async (first, changes) => {
      const { clock, customer } = await aCustomer(stripe);
      const made = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: prices[first].id }] });
      const item = made.items.data[0]?.id ?? '';
      let [now, current, expected] = [START, first, 0];
      for (const { to, afterSeconds, behavior } of changes) {
        expected += (CENTS[current] * afterSeconds) / PERIOD;
        [now, current] = [now + afterSeconds, to];
        await moveTo(stripe, clock.id, now);
        const wish = { items: [{ id: item, price: prices[to].id }], proration_behavior: behavior };
        await stripe.subscriptions.update(made.id, wish);
      }
      expected += (CENTS[current] * (START + PERIOD - now)) / PERIOD;
      await moveTo(stripe, clock.id, START + PERIOD + 2 * HOUR);
      const { data } = await stripe.invoices.list({ subscription: made.id, limit: 100 });
      const billed = data.reduce((sum, invoice) => sum + invoice.total, 0) - CENTS[current];
      // Each change rounds two amounts, each by half a cent at most.
      expect(Math.abs(billed - expected)).toBeLessThanOrEqual(changes.length + 0.5);
      // What was billed was paid, or stands on the balance.
      const paid = data.reduce((sum, invoice) => sum + invoice.amount_paid, 0);
      const kept = await stripe.customers.retrieve(customer.id);
      expect(paid + (kept.deleted ? 0 : kept.balance)).toBe(billed + CENTS[current]);
    }),
    { numRuns: 20 },
  );
}, 60_000);

test('what is used and what is left of a period add up to the whole, to the cent', () => {
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

test('a discount is shared out to the last cent and never gives more than there is', () => {
  const amounts = array(integer({ min: -5_000, max: 100_000 }), { minLength: 1, maxLength: 6 });
  const coupon = constantFrom(
    { percent_off: 50, amount_off: null },
    { percent_off: 33.33, amount_off: null },
    { percent_off: null, amount_off: 1_234 },
  );
  assert(
    property(amounts, coupon, (lines, one) => {
      const positive = lines.reduce((sum, line) => sum + Math.max(0, line), 0);
      const off = amountOff(one, positive);
      const parts = shareOut(off, lines);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(off);
      for (const [index, part] of parts.entries()) {
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(Math.max(0, lines[index] ?? 0));
      }
    }),
  );
});

test('halves of a cent go away from zero', () => {
  expect([0.5, 1.5, 2.4, -0.5, -2.5, 0].map(roundCents)).toEqual([1, 2, 2, -1, -3, 0]);
});
