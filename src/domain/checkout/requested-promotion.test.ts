import { expect, it } from 'vitest';
import { planAccess } from '#tests/support/subscriptions.ts';
import { requestedPromotion } from './requested-promotion.ts';

const access = planAccess({ tier: 'free', planName: 'Free', plan: null, status: 'none' });

it('only people who had a plan ask for a discount: welcome-back', () => {
  expect(requestedPromotion({ ...access, status: 'ended' })).toEqual({ discount: 'welcome-back' });
  for (const status of ['none', 'trial', 'trialing', 'active', 'past_due'] as const)
    expect(requestedPromotion({ ...access, status })).toEqual({});
  expect(requestedPromotion(undefined)).toEqual({});
});
