import { describe, expect, it } from 'vitest';
import { currentPlan, planAccess, trialAccess } from '#tests/support/subscriptions.ts';
import type { ProfileAccess } from './plan-label.ts';
import type { CurrentPlan } from './subscription.ts';
import { planSituation } from './plan-situation.ts';

const day = '2026-11-24T12:00:00.000Z';
const trial = trialAccess({ trialEndsAt: day, trialDaysLeft: 3 });
const trialing: ProfileAccess = { ...trial, status: 'trialing', plan: 'starter' };
const active = planAccess({ trialEndsAt: day, trialDaysLeft: 3 });
const free: ProfileAccess = { ...active, tier: 'free', plan: null, planName: 'Free', status: 'none' };
const starter = currentPlan({
  plan: 'starter',
  priceId: 'starter_monthly',
  renewsAt: day,
  priceCents: 2_900,
  renewalCents: 2_900,
});
const pro = currentPlan({
  cycle: 'annual',
  priceId: 'pro_annual',
  renewsAt: day,
  priceCents: 58_800,
  renewalCents: 58_800,
});

const situationOf = (access: ProfileAccess, current: CurrentPlan | null, creditCents = 0) =>
  planSituation(access, { current, creditCents });

describe('BILL-11: the card of the current plan', () => {
  it('shows a trial its end date', () => {
    expect(situationOf(trial, null)).toMatchObject({ name: 'Trial', price: '$0 for 7 days' });
    expect(situationOf(trial, null).text).toMatch(
      /^Your trial ends on November 24, 2026\. .*you’ll move to Free, with 50 messages/,
    );
  });

  it('gives the price at the end of a trial with a plan chosen', () => {
    expect(situationOf(trialing, starter)).toEqual({
      name: 'Starter',
      price: '$29 per month',
      text: 'Your trial ends on November 24, 2026. Starter starts then for $29, charged to your Visa ending in 4242.',
    });
    expect(situationOf(trialing, { ...starter, renewalCents: 1_450 }).text).toContain(
      'for $14.50, charged to your Visa ending in 4242, then $29 per month.',
    );
  });

  it('says which plan a scheduled change leads to', () => {
    const scheduled = { priceId: 'starter_monthly', at: day } as const;
    expect(situationOf(active, { ...pro, scheduled, renewalCents: 2_900 }).text).toContain(
      'You’re switching to Starter, monthly, on November 24, 2026: $29, charged to your Visa ending in 4242.',
    );
  });

  it('says that without a card the trial ends in Free', () => {
    expect(situationOf(trialing, { ...starter, hasCard: false }).text).toMatch(/There’s no card yet\..*move to Free/);
  });

  it('shows an active plan its next billing date', () => {
    expect(situationOf(active, pro)).toEqual({
      name: 'Pro',
      price: '$588 per year',
      text: '2,500 messages a month. Your next billing date is November 24, 2026: $588, charged to your Visa ending in 4242.',
    });
  });

  it('BILL-21: says that tax is added where it is', () => {
    expect(situationOf(active, { ...pro, isTaxed: true })).toMatchObject({ price: '$588 per year plus tax' });
    expect(situationOf(active, { ...pro, isTaxed: true }).text).toContain('$588 plus tax, charged to your Visa');
    expect(situationOf(active, { ...pro, card: null, isPaidElsewhere: true }).text).toContain(
      '$588, charged to the card used to buy this plan',
    );
  });

  it('says that an amount too small to charge waits for the invoice after it', () => {
    expect(situationOf(active, { ...pro, renewalCents: 49 }).text).toContain('$0.49, added to the invoice after it');
    expect(situationOf(active, pro, 58_770).text).toContain(
      'with $587.70 paid by your credit and the rest added to the invoice after it',
    );
  });

  it('says how much of the next invoice is covered by credit', () => {
    expect(situationOf(active, pro, 1_234).text).toMatch(
      /: \$588, with \$12\.34 paid by your credit and the rest charged to your Visa ending in 4242\.$/,
    );
    expect(situationOf(active, pro, 90_000).text).toMatch(/\$588\.00 paid by your credit\.$/);
  });

  it('shows how long a canceled plan, or one whose payment failed, is kept', () => {
    expect(situationOf(active, { ...pro, cancelsAt: day }).text).toMatch(
      /runs until November 24, 2026\. After that, you’ll move to Free/,
    );
    expect(situationOf(active, { ...pro, graceEndsAt: day }).text).toMatch(
      /keep your plan until November 24, 2026\. Without a payment/,
    );
  });

  it('says how someone ended up on Free', () => {
    expect(situationOf(free, null).text).toMatch(/^Brain AI/);
    expect(situationOf({ ...free, status: 'ended' }, null).text).toMatch(/^Your plan has ended\./);
    expect(situationOf({ ...free, status: 'trial', hasTrialExpired: true }, null).text).toMatch(/^Your trial ended on/);
  });

  it('says how to restore an unpaid plan, and when a plan that is not paid yet begins', () => {
    expect(situationOf({ ...free, status: 'past_due' }, { ...pro, graceEndsAt: day }).text).toMatch(
      /^Your last payment failed, and we kept Pro until November 24, 2026\. Pay the open invoice to get it back\./,
    );
    expect(situationOf({ ...free, status: 'trialing' }, pro).text).toMatch(
      /^Pro starts with your first payment on November 24, 2026\./,
    );
  });

  it('keeps a customer on an older price at that price', () => {
    const older = { ...starter, priceCents: 1_900, renewalCents: 1_900 };
    expect(situationOf(active, older)).toMatchObject({
      price: '$19 per month',
      text: '500 messages a month. Your next billing date is November 24, 2026: $19, charged to your Visa ending in 4242.',
    });
  });

  it('states credit after the plan was canceled, after it has ended, and while a payment is open', () => {
    const credit = 'You have $68.00 of credit, which pays for your next plan.';
    const canceled = { ...pro, cancelsAt: day, renewsAt: null };
    expect(situationOf(active, canceled, 6_800).text).toContain(credit);
    expect(situationOf({ ...free, status: 'ended' }, null, 6_800).text).toContain(credit);
    expect(situationOf({ ...free, status: 'past_due' }, { ...pro, graceEndsAt: day }, 6_800).text).toContain(credit);
    expect(situationOf({ ...free, status: 'ended' }, null, 0).text).not.toContain('credit');
  });

  it('names the amount of a failed payment', () => {
    expect(situationOf(active, { ...pro, graceEndsAt: day, unpaidCents: 58_800 }).text).toMatch(
      /^Your last payment of \$588\.00 failed\./,
    );
  });

  it('says until when a plan that was ended early stays', () => {
    expect(situationOf({ ...active, status: 'ended', planEndsAt: day }, null).text).toMatch(
      /^You canceled\. Your plan runs until November 24, 2026\./,
    );
  });

  it('names the plan before its terms have loaded', () => {
    expect(situationOf(active, null)).toMatchObject({ name: 'Pro', price: '' });
  });
});
