import { describe, expect, test } from 'vitest';
import {
  ASSISTANT_IDS,
  ASSISTANTS,
  canUseAssistant,
  GENERAL_ASSISTANTS,
  teamOfTier,
} from '#contract/chat/assistants.ts';
import { OFFER_MS, promotionFor, quote, type PromotionFacts } from '#contract/billing/discounts.ts';
import { LIMITS, monthYear } from '#contract/billing/limits.ts';
import { cyclePriceCents, DAY_MS, PLANS, TRIAL_DAYS, trialDaysLeft } from '#contract/billing/plans.ts';
import { estimateRoi } from '#contract/billing/roi.ts';
import { effectiveTier, TIERS, type Subscription } from '#contract/billing/tiers.ts';

const now = new Date('2026-11-21T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);

describe('PLAN-1, PLAN-3: plans', () => {
  test.each([
    ['Starter', 29, 24, 288, null, { isPopular: false, isBestValue: false }],
    ['Pro', 59, 49, 588, 'Most Popular', { isPopular: true, isBestValue: false }],
    ['Ultimate', 97, 79, 948, 'Best Value', { isPopular: false, isBestValue: true }],
  ])('%s costs %d a month, %d a month by the year, %d a year', (name, monthly, annual, year, badge, flags) => {
    const plan = PLANS.find((candidate) => candidate.name === name);
    expect(plan).toMatchObject({ monthlyUsd: monthly, annualPerMonthUsd: annual, badge, ...flags });
    expect(plan && cyclePriceCents(plan.id, 'annual') / 100).toBe(year);
  });

  test.each([
    ['free', 50],
    ['starter', 500],
    ['pro', 2_500],
    ['ultimate', 10_000],
  ] as const)('%s has %d messages a month', (tier, limit) => {
    expect(LIMITS[tier].messages).toBe(limit);
  });
});

describe('ACCESS-1: access by tier', () => {
  test.each([
    ['free', ['brain_ai']],
    ['starter', ['brain_ai', 'seomi', 'emmie']],
    ['pro', ['brain_ai', 'seomi', 'emmie', 'soshie', 'cassie', 'milli']],
    ['ultimate', ['brain_ai', 'seomi', 'emmie', 'soshie', 'cassie', 'milli', 'landa', 'viddy', 'opsie', 'finny']],
  ] as const)('%s opens %j of the team', (tier, team) => {
    expect(teamOfTier(tier).map((assistant) => assistant.id)).toEqual(team);
  });

  test('the five general assistants are open to everyone', () => {
    expect(GENERAL_ASSISTANTS).toHaveLength(5);
    for (const tier of TIERS) for (const { id } of GENERAL_ASSISTANTS) expect(canUseAssistant(tier, id)).toBe(true);
  });

  test('every assistant type has exactly one row', () => {
    expect(ASSISTANTS.map((assistant) => assistant.id)).toEqual([...ASSISTANT_IDS]);
  });
});

describe('ACCESS-2: the effective tier', () => {
  const cases: [string, Subscription, string][] = [
    ['nothing', { tier: 'free', status: 'none', trialEndsAt: null, planEndsAt: null }, 'free'],
    ['a running trial', { tier: 'free', status: 'trial', trialEndsAt: inDays(1), planEndsAt: null }, 'ultimate'],
    ['an expired trial', { tier: 'free', status: 'trial', trialEndsAt: inDays(-1), planEndsAt: null }, 'free'],
    ['a trial at its very end', { tier: 'free', status: 'trial', trialEndsAt: now, planEndsAt: null }, 'free'],
    ['a subscription', { tier: 'pro', status: 'active', trialEndsAt: inDays(-30), planEndsAt: null }, 'pro'],
  ];
  test.each(cases)('%s', (_, subscription, tier) => {
    expect(effectiveTier(subscription, now)).toBe(tier);
  });

  test.each([
    [inDays(7), 7],
    [inDays(1.5), 2],
    [inDays(0.1), 1],
    [inDays(-2), 0],
  ])('a trial that ends at %s has %d days left', (end, days) => {
    expect(trialDaysLeft(end, now)).toBe(days);
  });
});

test('LIMIT-3: a month of usage is a UTC calendar month', () => {
  expect(monthYear(new Date('2026-12-31T23:59:59Z'))).toBe('2026-12');
  expect(monthYear(new Date('2027-01-01T00:00:00+02:00'))).toBe('2026-12');
});

describe('LIMIT-1: limits', () => {
  test.each([
    ['free', 50, 2, 0, 5, 1, 1, 10],
    ['starter', 500, 10, 2, 50, 3, 1, 100],
    ['pro', 2_500, 50, 10, 500, 25, 3, 1_024],
    ['ultimate', 10_000, 'unlimited', 'unlimited', 'unlimited', 'unlimited', 10, 5_120],
  ] as const)('%s', (tier, messages, exports, integrations, templates, automations, brands, storageMb) => {
    const storageBytes = storageMb * 1024 ** 2;
    expect(LIMITS[tier]).toEqual({ messages, exports, integrations, templates, automations, brands, storageBytes });
  });
});

describe('PLAN-1, PLAN-2: prices by cycle', () => {
  test.each([
    ['starter', 29, 78.3, 288],
    ['pro', 59, 159.3, 588],
    ['ultimate', 97, 261.9, 948],
  ] as const)('%s costs %d a month, %d a quarter, %d a year', (plan, month, quarter, year) => {
    expect(
      ['monthly', 'quarterly', 'annual'].map((cycle) => quote(`${plan}_${cycle as 'monthly'}`, null).laterCents / 100),
    ) // reason: names of the three cycles
      .toEqual([month, quarter, year]);
  });
});

describe('DISCOUNT-1 to DISCOUNT-5: discounts', () => {
  test.each([
    ['pro_monthly', 'first-time', 29.5, 59, 'first-time', 50],
    ['pro_monthly', 'welcome-back', 47.2, 59, 'welcome-back', 20],
    ['pro_monthly', 'urgent', 50.15, 59, 'urgent', 15],
    ['pro_monthly', null, 59, 59, undefined, undefined],
    ['pro_quarterly', 'first-time', 88.5, 159.3, 'first-time', 50],
    ['pro_quarterly', 'welcome-back', 141.6, 159.3, 'welcome-back', 20],
    ['pro_quarterly', 'urgent', 150.45, 159.3, 'urgent', 15],
    ['pro_quarterly', null, 159.3, 159.3, 'quarterly', 10],
    ['pro_annual', 'first-time', 354, 588, 'first-time', 50],
    ['pro_annual', 'welcome-back', 566.4, 588, 'welcome-back', 20],
    // Fifteen percent off the list price would cost more than the annual price.
    ['pro_annual', 'urgent', 588, 588, 'annual', 17],
    ['pro_annual', null, 588, 588, 'annual', 17],
  ] as const)('%s with %s costs %d at first and %d later', (price, promotion, first, later, kind, percent) => {
    const { firstCents, laterCents, listCents, discount } = quote(price, promotion);
    expect([firstCents / 100, laterCents / 100, discount?.kind, discount?.percent]).toEqual([
      first,
      later,
      kind,
      percent,
    ]);
    expect(discount?.cents ?? 0).toBe(listCents - firstCents);
  });

  const facts = (overrides: Partial<PromotionFacts> = {}): PromotionFacts => ({
    hasPaid: false,
    hasLivePlan: false,
    isSignedIn: true,
    offerEndsAt: null,
    ...overrides,
  });
  const offered = { offerEndsAt: new Date(now.getTime() + OFFER_MS) };
  test.each([
    ['nothing was asked for', {}, facts(offered), null],
    ['someone who never paid asks for it', { discount: 'first-time' }, facts(), 'first-time'],
    ['someone who paid asks for a first time', { discount: 'first-time' }, facts({ hasPaid: true }), null],
    ['someone who lapsed comes back', { discount: 'welcome-back' }, facts({ hasPaid: true }), 'welcome-back'],
    ['someone who never paid comes back', { discount: 'welcome-back' }, facts(), null],
    [
      'somebody with a plan comes back',
      { discount: 'welcome-back' },
      facts({ hasPaid: true, hasLivePlan: true }),
      null,
    ],
    ['the offer was shown', { urgent: true }, facts(offered), 'urgent'],
    ['the offer was never shown', { urgent: true }, facts(), null],
    ['the offer is over', { urgent: true }, facts({ offerEndsAt: now }), null],
    ['nobody is signed in', { urgent: true }, facts({ ...offered, isSignedIn: false }), null],
    ['there is a plan', { urgent: true }, facts({ ...offered, hasLivePlan: true }), null],
    ['two are asked for', { discount: 'first-time', urgent: true }, facts(offered), 'first-time'],
    [
      'the first of two does not hold',
      { discount: 'first-time', urgent: true },
      facts({ ...offered, hasPaid: true }),
      'urgent',
    ],
  ] as const)('at most one, the first that qualifies: %s', (_, asked, known, promotion) => {
    expect(promotionFor(asked, known, now)).toBe(promotion);
  });
});

describe('ROI-1, ROI-2: the ROI calculator', () => {
  test.each([
    ['solo', 'under-100k', 40, 2_000, 833],
    ['small', '100k-500k', 80, 4_000, 3_750],
    ['medium', '500k-1m', 160, 8_000, 7_500],
    ['large', '1m+', 320, 15_000, 12_500],
  ] as const)('%s, %s', (size, revenue, hoursSaved, costSavingsUsd, revenueIncreaseUsd) => {
    const roi = estimateRoi({ size, revenue, plan: 'pro', cycle: 'monthly' });
    expect(roi).toMatchObject({ hoursSaved, costSavingsUsd, revenueIncreaseUsd });
    expect(roi.percent).toBe(Math.round(((costSavingsUsd + revenueIncreaseUsd - 59) / 59) * 100));
  });

  test('matches the design’s example of a small business', () => {
    expect(estimateRoi({ size: 'small', revenue: '100k-500k', plan: 'pro', cycle: 'monthly' }).percent).toBe(13_036);
  });
});

test('TRIAL-1, DISCOUNT-5: seven days of trial, fifteen minutes of offer', () => {
  expect([TRIAL_DAYS, OFFER_MS / 60_000]).toEqual([7, 15]);
});
