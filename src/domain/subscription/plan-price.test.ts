import { describe, expect, it } from 'vitest';
import { planPrice } from './plan-price.ts';

describe('PLAN-1: the price on a plan card', () => {
  it.each([
    ['monthly', '$59', 'Billed monthly'],
    ['quarterly', '$53.10', 'Billed $159.30 every 3 months'],
    ['annual', '$49', 'Billed $588 a year'],
  ] as const)('%s', (cycle, perMonth, billed) => {
    expect(planPrice('pro', cycle)).toEqual({ perMonth, billed });
  });

  it('is their own for a customer on an older price', () => {
    expect(planPrice('pro', 'annual', 46_800)).toEqual({ perMonth: '$39', billed: 'Billed $468 a year' });
  });
});
