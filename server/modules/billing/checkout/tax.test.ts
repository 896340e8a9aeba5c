import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/billing/plans.ts';
import { startBillingWorld, type BillingWorld } from '#tests/support/billing-world.ts';
import { sendEmails } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { aSubscriber, customerOf } from '#tests/support/subscribers.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let world: BillingWorld;
let app: TestApp;
beforeAll(async () => {
  world = await startBillingWorld();
});
beforeEach(async () => {
  app = await world.open({ STRIPE_TAX: 'true' });
});
afterAll(() => world.close());

const paidBy = async (person: { email: string }) => {
  const { data } = await world.stripe.invoices.list({ customer: await customerOf({ world, app }, person) });
  return data.map(({ amount_paid: cents }) => cents);
};

describe('BILL-21: where Stripe Tax is on', () => {
  test('the summary’s tax is what is added on the pay page, after the promo code', async () => {
    const maya = await aPerson(app);
    const { id: coupon } = await world.stripe.coupons.create({ percent_off: 20, duration: 'once' });
    const { code } = await world.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon } });
    expect((await maya.api.billing.terms.query()).isTaxed).toBe(true);
    expect(await maya.api.billing.checkoutTax.query({ priceId: 'pro_monthly' })).toEqual({ taxCents: 590 });
    const order = { priceId: 'pro_monthly', promoCode: code } as const;
    expect(await maya.api.billing.checkoutTax.query(order)).toEqual({ taxCents: 472 });
    const { url } = await maya.api.billing.checkout.mutate({ ...order, expectedFirstCents: 4_720 });
    await world.pay(url);
    expect(await paidBy(maya)).toEqual([4_720 + 472]);
  });

  test('renewals, changes and their previews include it, and receipts state it', async () => {
    const maya = await aSubscriber({ world, app }, 'pro_monthly');
    await sendEmails(app);
    const receipt = app.emails.find(({ subject }) => subject === 'Your Tenfold receipt: $64.90');
    expect(receipt?.text).toContain('Tax included: $5.90');
    const preview = await maya.api.billing.previewChange.query({ priceId: 'ultimate_monthly' });
    expect(preview).toMatchObject({ dueNowCents: 4_180, nextCents: 9_700, nextTaxCents: 970 });
    await maya.api.billing.changePlan.mutate({ priceId: 'ultimate_monthly', prorationAt: preview.prorationAt });
    await world.pass(31 * DAY_MS);
    expect(await paidBy(maya)).toEqual([10_670, 4_180, 6_490]);
  });

  test('the next invoice is known with it, credit pays of it, and emails state it', async () => {
    const maya = await aSubscriber({ world, app }, 'pro_monthly');
    await sendEmails(app);
    const purchase = app.emails.find(({ subject }) => subject === 'Your Tenfold Pro plan is active');
    expect(purchase?.text).toContain('Price: $59.00 a month plus tax');
    expect(purchase?.text).toMatch(/Next payment: \$64\.90 on /);
    expect((await maya.api.billing.subscription.query()).current).toMatchObject({ renewalCents: 5_900, isTaxed: true });
    const next = { totalCents: 6_490, dueCents: 6_490, taxCents: 590 };
    expect(await maya.api.billing.nextInvoice.query()).toMatchObject(next);
    await maya.api.billing.cancel.mutate();
    expect(await maya.api.billing.nextInvoice.query()).toBeNull();
    await maya.api.billing.undoCancel.mutate();
    await world.stripe.customers.update(await customerOf({ world, app }, maya), { balance: -2_000 });
    expect(await maya.api.billing.nextInvoice.query()).toMatchObject({ ...next, dueCents: 4_490 });
    await world.pass(31 * DAY_MS);
    expect((await paidBy(maya))[0]).toBe(4_490);
  });

  test('a downgrade that waits says what each period costs then, and the next invoice is that one', async () => {
    const maya = await aSubscriber({ world, app }, 'pro_monthly');
    const { prorationAt, ...preview } = await maya.api.billing.previewChange.query({ priceId: 'starter_monthly' });
    expect(preview).toMatchObject({ nextCents: 2_900, nextTaxCents: 290 });
    await maya.api.billing.changePlan.mutate({ priceId: 'starter_monthly', prorationAt, when: 'period_end' });
    expect(await maya.api.billing.nextInvoice.query()).toMatchObject({ at: preview.laterAt, totalCents: 3_190 });
  });
});

test('where it is off, nothing is added', async () => {
  app = await world.open();
  const maya = await aPerson(app);
  expect(await maya.api.billing.checkoutTax.query({ priceId: 'pro_monthly' })).toEqual({ taxCents: 0 });
  expect((await maya.api.billing.terms.query()).isTaxed).toBe(false);
});
