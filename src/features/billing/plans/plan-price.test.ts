import { describe, expect, it } from 'vitest';
import { planPrice } from './plan-price.ts';

describe('the price on a plan card (spec §9, DECISIONS "Prices, plans and limits")', () => {
  it.each([
    ['monthly', '$59', 'Billed monthly'],
    ['quarterly', '$53.10', 'Billed $159.30 every 3 months'],
    ['annual', '$49', 'Billed $588 a year'],
  ] as const)('%s', (cycle, perMonth, billed) => {
    expect(planPrice('pro', cycle)).toEqual({ perMonth, billed });
  });
});
