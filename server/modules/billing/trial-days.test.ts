import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/billing/plans.ts';
import { buy } from '#tests/support/billing-world.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { aPerson } from '#tests/support/people.ts';

const shop = inBillingWorld();

type Person = Awaited<ReturnType<typeof aPerson>>;

const terms = (person: Person) => person.api.billing.terms.query();

describe('the remaining days of a trial', () => {
  test.each([
    ['six days', 6 * 24],
    ['two days and two hours', 50],
    ['two days and half an hour', 48.5],
    ['just two days', 48],
    ['one day', 24],
    ['ten minutes', 1 / 6],
  ])('%s are kept, and nothing is charged before they are over', async (_, hours) => {
    const maya = await aPerson(shop.app, { plan: 'trial' });
    const endsAt = new Date(shop.world.clock.current().getTime() + hours * 3_600_000);
    await shop.app.db
      .updateTable('profiles')
      .set({ trial_ends_at: endsAt })
      .where('user_id', '=', maya.userId)
      .execute();
    const { trialEndsAt } = await terms(maya);
    await buy(shop.world, maya, 'pro_monthly');
    const state = await maya.api.billing.refresh.mutate();
    expect(state.current?.renewsAt?.slice(0, 19)).toBe(trialEndsAt?.slice(0, 19));
    const lateMs = new Date(trialEndsAt ?? 0).getTime() - endsAt.getTime();
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThan(DAY_MS);
    expect(state).toMatchObject({ plan: 'ultimate', isTrialing: true });
    // One date: the trial ends, the plan starts and the card is charged at the same moment.
    expect(state.access.trialEndsAt).toBe(state.current?.renewsAt);
    const untilMs = new Date(state.access.trialEndsAt ?? 0).getTime() - shop.world.clock.current().getTime();
    shop.world.clock.advance(untilMs - 1_000);
    expect((await maya.api.billing.subscription.query()).plan).toBe('ultimate');
    await shop.world.pass(2_000);
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ plan: 'pro', access: { status: 'active' } });
  });

  test('are none once it is over, however often a person starts again', async () => {
    const maya = await aPerson(shop.app, { plan: 'trial' });
    await buy(shop.world, maya, 'pro_monthly', null);
    await maya.api.billing.refresh.mutate();
    await shop.world.pass(7 * DAY_MS);
    expect(await maya.api.billing.subscription.query()).toMatchObject({ plan: 'free', trialExpired: true });
    expect(await terms(maya)).toMatchObject({ trialEndsAt: null, hasPaid: false });
    await buy(shop.world, maya, 'pro_monthly');
    await maya.api.billing.refresh.mutate();
    expect((await maya.api.billing.invoices.query())[0]).toMatchObject({ totalCents: 5_900, status: 'paid' });
  });
});
