import { describe, expect, it } from 'vitest';
import { parseBillingSearch } from './billing-search.ts';

describe('the query of the billing screen (spec §2)', () => {
  it('knows a plan and how a payment went', () => {
    expect(parseBillingSearch({ plan: 'pro', success: 'true' })).toEqual({ plan: 'pro', success: 'true' });
    expect(parseBillingSearch({ canceled: 'true' })).toEqual({ canceled: 'true' });
  });

  it('leaves out what makes no sense', () => {
    expect(parseBillingSearch({ plan: 'gold', success: '1', canceled: ['true'], more: 'x' })).toEqual({});
  });
});
