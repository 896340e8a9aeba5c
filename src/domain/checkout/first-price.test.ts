import { expect, it } from 'vitest';
import type { BillingCycle } from '#contract/billing/plans.ts';
import { firstPrice } from './first-price.ts';

it.each<[BillingCycle, object]>([
  [
    'monthly',
    { perMonth: '$47.20', note: 'for the first month, then $59', billed: '$47.20 for the first month, then $59' },
  ],
  [
    'quarterly',
    {
      perMonth: '$47.20',
      note: 'per month for the first quarter, then $53.10',
      billed: '$141.60 for the first quarter, then $159.30',
    },
  ],
  [
    'annual',
    {
      perMonth: '$47.20',
      note: 'per month for the first year, then $49',
      billed: '$566.40 for the first year, then $588',
    },
  ],
])('a returning customer sees the discounted %s price, and the one after it', (cycle, price) => {
  expect(firstPrice('pro', cycle, 'welcome-back')).toEqual(price);
});

it('a price that no promotion lowers is shown as it is', () => {
  expect(firstPrice('pro', 'monthly', null)).toBeNull();
  expect(firstPrice('pro', 'annual', 'urgent')).toBeNull();
});
