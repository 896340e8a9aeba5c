import { expect, it } from 'vitest';
import { trialAccess } from '#tests/support/subscriptions.ts';
import type { CurrentPlan } from '#src/domain/subscription/subscription.ts';
import type { Usage } from './home-data.ts';
import { monthFigures, newcomerFigures } from './month-figures.tsx';
import { planAfter } from './plan-after.ts';

const access = trialAccess();
const usage: Usage = {
  month: '2026-12',
  messages: { used: 64, limit: 10_000 },
  kinds: [],
  conversations: 11,
  busiest: { assistantId: 'emmie', conversations: 4 },
  met: ['brain_ai', 'emmie', 'code_helper'],
  warnings: [],
};
const words = (figures: ReturnType<typeof monthFigures>) =>
  figures.map(({ value, label, meaning }) => [value, label, typeof meaning === 'string' ? meaning : '(a link)']);

it('SHELL-3: each of this month’s figures has a line about what it means', () => {
  expect(words(monthFigures(usage, access))).toEqual([
    [64, 'messages used of 10,000', 'Starts over on January 1'],
    [11, 'conversations this month', 'Four of them with Emmie'],
    [2, 'of ten teammates met', '(a link)'],
  ]);
  const one = { ...usage, conversations: 1, busiest: { assistantId: 'emmie' as const, conversations: 1 } };
  expect(words(monthFigures(one, access))[1]).toEqual([1, 'conversation this month', 'With Emmie']);
  const onFree = { ...access, tier: 'free' as const, isInTrial: false };
  expect(words(monthFigures(usage, onFree))[2]).toEqual([2, 'of ten teammates met', 'Everyone your plan opens']);
});

it('SHELL-8: someone who hasn’t asked anything sees what they have, never three zeros', () => {
  expect(words(newcomerFigures(usage, access))).toEqual([
    [10_000, 'messages this month', 'One answer counts as one'],
    [10, 'teammates ready', 'All open during your trial'],
    [45, 'requests to start from', 'Pick one, change a word, send'],
  ]);
  const onFree = { ...access, tier: 'free' as const, isInTrial: false };
  expect(newcomerFigures({ ...usage, messages: { used: 0, limit: 50 } }, onFree).map(({ value }) => value)).toEqual([
    50, 1, 18,
  ]);
});

it('SHELL-3: in a trial the plan card says what comes after it', () => {
  const current = {
    plan: 'pro' as const,
    cycle: 'monthly' as const,
    priceId: 'pro_monthly' as const,
    renewsAt: '2026-11-24T12:00:00.000Z',
    priceCents: 5_900,
    renewalCents: 2_950,
    unpaidCents: 0,
    card: { brand: 'visa', last4: '4242' },
    isTaxed: false,
    isPaidElsewhere: false,
    cancelsAt: null,
    hasCard: true,
    graceEndsAt: null,
    scheduled: null,
  };
  const after = (plan: CurrentPlan | null) => planAfter(access, { current: plan, creditCents: 0 });
  expect([
    after(null),
    after(current),
    after({ ...current, hasCard: false }),
    after({ ...current, cancelsAt: '2026-11-24T12:00:00.000Z' }),
  ]).toEqual([
    'After November 24 you’ll move to Free unless you pick a plan. You keep everything.',
    'Pro starts on November 24 for $29.50, charged to your Visa ending in 4242, then $59 per month.',
    'Pro starts on November 24 if you’ve added a card. Without one you’ll move to Free and keep everything.',
    'After November 24 you’ll move to Free. You keep everything.',
  ]);
});
