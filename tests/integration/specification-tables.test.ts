import { describe, expect, test } from 'vitest';
import { ASSISTANT_IDS, ASSISTANTS, canUseAssistant, GENERAL_ASSISTANTS, teamOfTier } from '#contract/assistants.ts';
import { LIMITS, monthYear } from '#contract/limits.ts';
import { cyclePriceCents, DAY_MS, PLANS, trialDaysLeft } from '#contract/plans.ts';
import { effectiveTier, TIERS, type Subscription } from '#contract/tiers.ts';

const now = new Date('2026-11-21T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);

describe('plans (specification, section 9)', () => {
  test.each([
    ['Starter', 29, 24, 288, null],
    ['Pro', 59, 49, 588, 'Most Popular'],
    ['Ultimate', 97, 79, 948, 'Best Value'],
  ])('%s costs %d a month, %d a month by the year, %d a year', (name, monthly, annual, year, badge) => {
    const plan = PLANS.find((candidate) => candidate.name === name);
    expect(plan).toMatchObject({ monthlyUsd: monthly, annualPerMonthUsd: annual, badge });
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

describe('access by tier (specification, section 4)', () => {
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

  test('every assistant type has its row, once', () => {
    expect(ASSISTANTS.map((assistant) => assistant.id)).toEqual([...ASSISTANT_IDS]);
  });
});

describe('the effective tier (specification, section 4)', () => {
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

test('a month of usage is a UTC calendar month', () => {
  expect(monthYear(new Date('2026-12-31T23:59:59Z'))).toBe('2026-12');
  expect(monthYear(new Date('2027-01-01T00:00:00+02:00'))).toBe('2026-12');
});
