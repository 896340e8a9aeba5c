import { expect, it } from 'vitest';
import { askedPromotion } from './asked-promotion.ts';
import type { ProfileAccess } from '../subscription/plan-label.ts';

const access: ProfileAccess = {
  tier: 'free',
  planName: 'Free',
  plan: null,
  status: 'none',
  isInTrial: false,
  hasTrialExpired: false,
  trialEndsAt: null,
  trialDaysLeft: 0,
  planEndsAt: null,
};

it('whoever had a plan asks for the welcome-back discount, and nobody else for any', () => {
  expect(askedPromotion({ ...access, status: 'ended' })).toEqual({ discount: 'welcome-back' });
  for (const status of ['none', 'trial', 'trialing', 'active', 'past_due'] as const)
    expect(askedPromotion({ ...access, status })).toEqual({});
  expect(askedPromotion(undefined)).toEqual({});
});
