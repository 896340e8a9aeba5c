import { describe, expect, it } from 'vitest';
import { parseBillingSearch } from './billing-search.ts';

describe('BILL-13: the query of the billing screen', () => {
  it('reads a plan and the outcome of a payment', () => {
    expect(parseBillingSearch({ plan: 'pro', success: 'true' })).toEqual({ plan: 'pro', success: 'true' });
    expect(parseBillingSearch({ canceled: 'true' })).toEqual({ canceled: 'true' });
  });

  it('drops what makes no sense', () => {
    expect(parseBillingSearch({ plan: 'gold', success: '1', canceled: ['true'], more: 'x' })).toEqual({});
  });
});
