import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/billing/plans.ts';
import { effectiveTier, hasTrialExpired, isInTrial } from '#contract/billing/tiers.ts';
import type { StripeSubscription } from '#server/gateways/stripe/stripe-shapes.ts';
import { entitlementOf, type EntitlementFacts } from './entitlement.ts';

const now = new Date('2026-11-21T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);

function aSubscription(overrides: Partial<StripeSubscription> = {}): StripeSubscription {
  return {
    id: 'sub_1',
    customerId: 'cus_1',
    status: 'active',
    itemId: 'si_1',
    priceId: 'pro_monthly',
    productId: 'tenfold_pro',
    createdAt: inDays(-20),
    currentPeriodStart: inDays(-20),
    currentPeriodEnd: inDays(10),
    isCanceledForPeriodEnd: false,
    priceCents: 5_900,
    discountCents: 0,
    trialEndsAt: null,
    cancelAt: null,
    endedAt: null,
    cardId: 'pm_1',
    card: { brand: 'visa', last4: '4242' },
    promotion: null,
    scheduleId: null,
    scheduled: null,
    isRefunded: false,
    invoice: { id: 'in_1', isPaid: true, paidCents: 5_900, unpaidCents: 0, finalizedAt: inDays(-20), paidAt: null },
    ...overrides,
  };
}
type Facts = Omit<EntitlementFacts, 'pastDueSince'>;
const PAID: Facts = { ownTrialEndsAt: inDays(-30), hasPaid: true };
const IN_TRIAL: Facts = { ownTrialEndsAt: inDays(3), hasPaid: false };
const unpaid = { id: 'in_1', isPaid: false, paidCents: 0, unpaidCents: 0, finalizedAt: inDays(-2), paidAt: null };
const nothing = { id: 'in_1', isPaid: true, paidCents: 0, unpaidCents: 0, finalizedAt: inDays(-2), paidAt: null };
const trialing = { status: 'trialing', createdAt: inDays(-1), trialEndsAt: inDays(3), invoice: nothing };

/** The tier that applies now and a number of days later. */
function tiers(subscription: StripeSubscription, facts: Facts, ...days: number[]) {
  const entitlement = {
    ...entitlementOf(subscription, { ...facts, pastDueSince: inDays(-2) }),
    trialEndsAt: facts.ownTrialEndsAt,
  };
  return days.map((day) => effectiveTier(entitlement, inDays(day)));
}

describe('BILL-2: what a subscription gives, by Stripe’s status', () => {
  const cases: [string, Partial<StripeSubscription>, Facts, [number, string][]][] = [
    [
      'active',
      {},
      PAID,
      [
        [0, 'pro'],
        [400, 'pro'],
      ],
    ],
    [
      'active, canceled for its period’s end',
      { cancelAt: inDays(10) },
      PAID,
      [
        [0, 'pro'],
        [9.9, 'pro'],
        [10, 'free'],
      ],
    ],
    [
      'trialing with a card',
      trialing,
      IN_TRIAL,
      [
        [0, 'ultimate'],
        [2.9, 'ultimate'],
        [3, 'pro'],
        [40, 'pro'],
      ],
    ],
    [
      'trialing without a card',
      { ...trialing, cardId: null },
      IN_TRIAL,
      [
        [2.9, 'ultimate'],
        [3, 'free'],
      ],
    ],
    [
      'trialing, canceled',
      { ...trialing, cancelAt: inDays(3) },
      IN_TRIAL,
      [
        [2.9, 'ultimate'],
        [3, 'free'],
      ],
    ],
    [
      'trialing longer than the own trial, without a card',
      { ...trialing, trialEndsAt: inDays(3.5), cardId: null },
      IN_TRIAL,
      [
        [2.9, 'ultimate'],
        [3, 'free'],
      ],
    ],
    [
      'a second trial',
      trialing,
      { ownTrialEndsAt: inDays(-30), hasPaid: false },
      [
        [0, 'free'],
        [2, 'free'],
      ],
    ],
    ['a trial of someone who never had one', trialing, { ownTrialEndsAt: null, hasPaid: false }, [[0, 'free']]],
    [
      'a payment that fails at the end of a second trial',
      { status: 'past_due', createdAt: inDays(-9), trialEndsAt: inDays(-2), invoice: unpaid },
      { ownTrialEndsAt: inDays(-30), hasPaid: false },
      [[0, 'free']],
    ],
    [
      'a trial that would make the own one longer',
      { ...trialing, trialEndsAt: inDays(9) },
      IN_TRIAL,
      [
        [2.9, 'ultimate'],
        [3, 'free'],
      ],
    ],
    [
      'past_due',
      { status: 'past_due', invoice: unpaid },
      PAID,
      [
        [0, 'pro'],
        [4.9, 'pro'],
        [5, 'free'],
      ],
    ],
    [
      'past_due that ends before its grace',
      { status: 'past_due', invoice: unpaid, cancelAt: inDays(1) },
      PAID,
      [
        [0.9, 'pro'],
        [1, 'free'],
      ],
    ],
    [
      'canceled with time left',
      { status: 'canceled', endedAt: now },
      PAID,
      [
        [0, 'pro'],
        [9.9, 'pro'],
        [10, 'free'],
      ],
    ],
    ['canceled and refunded', { status: 'canceled', endedAt: now, isRefunded: true }, PAID, [[0, 'free']]],
    ['canceled for want of payment', { status: 'canceled', endedAt: now, invoice: unpaid }, PAID, [[0, 'free']]],
    [
      'canceled at a trial’s end',
      { ...trialing, status: 'canceled', endedAt: inDays(3) },
      IN_TRIAL,
      [
        [2.9, 'ultimate'],
        [3, 'free'],
      ],
    ],
    ['unpaid', { status: 'unpaid', invoice: unpaid }, PAID, [[0, 'free']]],
    ['incomplete', { status: 'incomplete', invoice: unpaid }, { ownTrialEndsAt: null, hasPaid: false }, [[0, 'free']]],
    ['incomplete_expired', { status: 'incomplete_expired', invoice: unpaid }, PAID, [[0, 'free']]],
    ['paused', { status: 'paused', invoice: nothing }, PAID, [[0, 'free']]],
    ['a status of tomorrow', { status: 'hibernating' }, PAID, [[0, 'free']]],
    ['a price that is none of ours', { priceId: null }, PAID, [[0, 'free']]],
  ];
  test.each(cases)('%s', (_, overrides, facts, expected) => {
    const days = expected.map(([day]) => day);
    expect(tiers(aSubscription(overrides), facts, ...days)).toEqual(expected.map(([, tier]) => tier));
  });

  test('a trial that ends unpaid has expired; a paid one is over', () => {
    const ended = aSubscription({ ...trialing, status: 'canceled', endedAt: inDays(3) });
    const after = {
      ...entitlementOf(ended, { ...IN_TRIAL, pastDueSince: null }),
      trialEndsAt: IN_TRIAL.ownTrialEndsAt,
    };
    expect([isInTrial(after, inDays(2)), hasTrialExpired(after, inDays(4))]).toEqual([true, true]);
    const paid = {
      ...entitlementOf(aSubscription(), { ...IN_TRIAL, pastDueSince: null }),
      trialEndsAt: IN_TRIAL.ownTrialEndsAt,
    };
    expect([isInTrial(paid, now), hasTrialExpired(paid, inDays(4)), effectiveTier(paid, now)]).toEqual([
      false,
      false,
      'ultimate',
    ]);
  });
});
