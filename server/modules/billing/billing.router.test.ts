import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/plans.ts';
import { buy, CARDS, startBillingWorld, type BillingWorld } from '#tests/support/billing-world.ts';
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

describe('buying a plan', () => {
  test('without a trial is charged at once and opens what was bought', async () => {
    const maya = await aPerson(app);
    expect(await maya.api.billing.subscription.query()).toMatchObject({
      subscribed: false,
      plan: 'free',
      current: null,
    });
    const to = await buy(world, maya, 'pro_monthly');
    expect(to).toContain('/success?session_id=cs_');
    const state = await maya.api.billing.refresh.mutate();
    expect(state).toMatchObject({
      subscribed: true,
      plan: 'pro',
      productId: 'tenfold_pro',
      current: { plan: 'pro', cycle: 'monthly', renewalCents: 5_900, hasCard: true, cancelsAt: null },
      access: { status: 'active', tier: 'pro' },
    });
    const [invoice] = await maya.api.billing.invoices.query();
    expect(invoice).toMatchObject({ totalCents: 5_900, refundedCents: 0, status: 'paid' });
  });

  test('in a trial keeps the days that are left, and Ultimate until their end', async () => {
    const maya = await aPerson(app, { plan: 'trial' });
    const terms = await maya.api.billing.terms.query();
    await buy(world, maya, 'starter_annual', null);
    const state = await maya.api.billing.refresh.mutate();
    expect(state).toMatchObject({
      plan: 'ultimate',
      isTrialing: true,
      current: { plan: 'starter', hasCard: false, renewsAt: terms.trialEndsAt, renewalCents: 28_800 },
      access: { status: 'trialing', tier: 'ultimate', planEndsAt: terms.trialEndsAt },
    });
    await world.pass(7 * DAY_MS);
    expect(await maya.api.billing.subscription.query()).toMatchObject({
      plan: 'free',
      subscribed: false,
      trialExpired: true,
    });
  });

  test('is not paid by a card that is declined', async () => {
    const maya = await aPerson(app);
    expect(await buy(world, maya, 'pro_monthly', CARDS.declined)).toBeNull();
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ subscribed: false });
  });
});
