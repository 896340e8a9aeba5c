import { describe, expect, it } from 'vitest';
import type { ProfileAccess } from './plan-label.ts';
import type { CurrentPlan } from './subscription.ts';
import { planSituation } from './plan-situation.ts';

const day = '2026-11-24T12:00:00.000Z';
const trial: ProfileAccess = {
  tier: 'ultimate',
  plan: null,
  planName: 'Ultimate',
  status: 'trial',
  isInTrial: true,
  hasTrialExpired: false,
  trialEndsAt: day,
  trialDaysLeft: 3,
  planEndsAt: null,
};
const trialing: ProfileAccess = { ...trial, status: 'trialing', plan: 'starter' };
const active: ProfileAccess = {
  ...trial,
  tier: 'pro',
  plan: 'pro',
  planName: 'Pro',
  status: 'active',
  isInTrial: false,
};
const free: ProfileAccess = { ...active, tier: 'free', plan: null, planName: 'Free', status: 'none' };
const starter: CurrentPlan = {
  plan: 'starter',
  cycle: 'monthly',
  priceId: 'starter_monthly',
  renewsAt: day,
  renewalCents: 2_900,
  creditCents: 0,
  cancelsAt: null,
  hasCard: true,
  graceEndsAt: null,
};
const pro: CurrentPlan = { ...starter, plan: 'pro', cycle: 'annual', priceId: 'pro_annual', renewalCents: 58_800 };

describe('the card of the current plan (spec §4)', () => {
  it('shows a trial its end date', () => {
    expect(planSituation(trial, null)).toMatchObject({ name: 'Trial', price: '$0 for 7 days' });
    expect(planSituation(trial, null).text).toMatch(
      /^Your trial ends on Nov 24, 2026\. .*you are on Free, with 50 messages/,
    );
  });

  it('says what a plan that was chosen in a trial costs at its end', () => {
    expect(planSituation(trialing, starter)).toEqual({
      name: 'Starter',
      price: '$29 per month',
      text: 'Your trial ends on Nov 24, 2026. Then Starter goes on, and your card is charged $29.',
    });
    expect(planSituation(trialing, { ...starter, renewalCents: 1_450 }).text).toContain(
      'charged $14.50, later $29 per month.',
    );
  });

  it('says that without a card the trial ends in Free', () => {
    expect(planSituation(trialing, { ...starter, hasCard: false }).text).toMatch(/There is no card yet\..*on Free/);
  });

  it('shows an active plan its next billing date', () => {
    expect(planSituation(active, pro)).toEqual({
      name: 'Pro',
      price: '$588 per year',
      text: '2,500 messages a month. Your next billing date is Nov 24, 2026: $588.',
    });
  });

  it('says what credit pays of the next invoice', () => {
    expect(planSituation(active, { ...pro, creditCents: 1_234 }).text).toMatch(
      /: \$588, of which your credit pays \$12\.34\.$/,
    );
    expect(planSituation(active, { ...pro, creditCents: 90_000 }).text).toMatch(/your credit pays \$588\.00\.$/);
  });

  it('shows until when a cancelled plan, or one whose payment failed, is kept', () => {
    expect(planSituation(active, { ...pro, cancelsAt: day }).text).toMatch(
      /runs until Nov 24, 2026; then you are on Free/,
    );
    expect(planSituation(active, { ...pro, graceEndsAt: day }).text).toMatch(
      /is kept until Nov 24, 2026; without a payment/,
    );
  });

  it('says how somebody came to Free', () => {
    expect(planSituation(free, null).text).toMatch(/^Brain AI/);
    expect(planSituation({ ...free, status: 'ended' }, null).text).toMatch(/^Your plan has ended\./);
    expect(planSituation({ ...free, status: 'trial', hasTrialExpired: true }, null).text).toMatch(
      /^Your trial ended on/,
    );
  });

  it('says what brings back a plan that was not paid, and when one begins that is not paid yet', () => {
    expect(planSituation({ ...free, status: 'past_due' }, { ...pro, graceEndsAt: day }).text).toMatch(
      /^Your last payment failed, and Pro was kept until Nov 24, 2026\. It comes back with a payment\./,
    );
    expect(planSituation({ ...free, status: 'trialing' }, pro).text).toMatch(
      /^Pro begins with its first payment on Nov 24, 2026\./,
    );
  });

  it('names the plan while its terms are not known yet', () => {
    expect(planSituation(active, null)).toMatchObject({ name: 'Pro', price: '' });
  });
});
