import { describe, expect, it } from 'vitest';
import { planOf } from '#contract/billing/plans.ts';
import { planAction } from './plan-action.ts';

const live = { plan: 'starter', cycle: 'monthly' } as const; // reason: words of unions

describe('BILL-12: the button of a plan', () => {
  it('is disabled for the current plan', () => {
    expect(planAction(planOf('starter'), 'monthly', live, false)).toMatchObject({
      kind: 'current',
      label: 'Current Plan',
    });
  });

  it('switches to another plan, and to another cycle of the same one', () => {
    expect(planAction(planOf('pro'), 'annual', live, false)).toEqual({
      kind: 'change',
      label: 'Switch to Pro',
      priceId: 'pro_annual',
    });
    expect(planAction(planOf('starter'), 'annual', live, true)).toMatchObject({
      kind: 'change',
      label: 'Switch to annual',
    });
  });

  it('leads to the checkout if there is no plan, with the word trial only in a trial', () => {
    expect(planAction(planOf('pro'), 'quarterly', null, true)).toEqual({
      kind: 'checkout',
      label: 'Start Pro Free Trial',
      priceId: 'pro_quarterly',
    });
    expect(planAction(planOf('pro'), 'monthly', null, false).label).toBe('Choose Pro');
    expect(planAction(planOf('pro'), 'monthly', undefined, false).kind).toBe('waiting');
  });
});
