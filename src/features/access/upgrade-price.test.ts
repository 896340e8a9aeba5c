import { describe, expect, it } from 'vitest';
import type { CheckoutTerms } from '#src/domain/checkout/checkout-terms.ts';
import { checkoutTerms } from '#tests/support/subscriptions.ts';
import { readOrder } from '#src/domain/checkout/order.ts';
import { changePrice, purchasePrice } from './upgrade-price.ts';

const terms = checkoutTerms({ guarantee: null });
const priceFor = (changes: Partial<CheckoutTerms>) => {
  const requested = { discount: 'welcome-back' } as const;
  return purchasePrice(
    readOrder({ plan: 'pro', cycle: 'monthly' }, requested, { ...terms, ...changes }, new Date('2026-11-21')),
  );
};

describe('ACCESS-7: the price in the upgrade dialog is the one that will be paid', () => {
  it('by someone who never had a plan', () => {
    expect(priceFor({})).toEqual({ amount: '$59', note: 'per month', due: '$59.00 due today.' });
  });

  it('by a returning customer, with their discount', () => {
    expect(priceFor({ hasPaid: true })).toEqual({
      amount: '$47.20',
      note: 'for the first month, then $59',
      due: '$47.20 due today.',
    });
  });

  it('after the trial, with the credit that is left, and before tax', () => {
    const trialEndsAt = '2026-11-28T12:00:00Z';
    expect(priceFor({ trialEndsAt }).due).toBe('$59.00 due on November 28, 2026, when your trial ends.');
    expect(priceFor({ creditCents: 2_000 }).due).toBe('$39.00 due today, after $20.00 of credit.');
    expect(priceFor({ creditCents: 2_000, isTaxed: true }).due).toBe(
      '$39.00 due today, before tax and after $20.00 of credit.',
    );
  });

  it('by someone who changes their plan, in the cycle they pay by', () => {
    const nextAt = '2026-12-21T12:00:00Z';
    const preview = { dueNowCents: 3_012, creditUsedCents: 500, nextCents: 94_800, nextTaxCents: 0, nextAt };
    expect(changePrice('ultimate', 'annual', preview)).toEqual({
      amount: '$79',
      note: 'per month, billed $948 a year',
      due: '$30.12 due today, after $5.00 of credit, then $948.00 on December 21, 2026.',
    });
    expect(changePrice('ultimate', 'monthly', { ...preview, nextTaxCents: null }).due).toContain('plus tax on');
    expect(changePrice('ultimate', 'annual', { ...preview, nextTaxCents: 9_480 }).due).toBe(
      '$30.12 due today with tax, after $5.00 of credit, then $1,042.80 with tax on December 21, 2026.',
    );
    expect(changePrice('ultimate', 'annual', { ...preview, dueNowCents: 0, nextTaxCents: 9_480 }).due).toContain(
      '$0.00 due today, after',
    );
    expect(changePrice('ultimate', 'monthly', null)).toEqual({ amount: '$97', note: 'per month', due: '' });
  });
});
