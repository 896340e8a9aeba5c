import { describe, expect, it } from 'vitest';
import { parseAuthSearch, parseForgotSearch } from './auth-search.ts';

describe('the query of /auth', () => {
  it('keeps a plan, its price and the redirect', () => {
    const search = {
      plan: 'pro',
      priceId: 'pro_annual',
      tab: 'signup',
      email: 'ana@example.com',
      redirect: '/dashboard/seomi',
      problem: 'PROVIDER_CANCELLED',
    };
    expect(parseAuthSearch(search)).toEqual(search);
  });

  it('drops what makes no sense', () => {
    const search = {
      plan: 'free',
      priceId: 'price_123',
      tab: 'x',
      email: 'a'.repeat(300),
      redirect: '//elsewhere.example',
      problem: '<b>hello</b>',
      more: '1',
    };
    expect(parseAuthSearch(search)).toEqual({});
  });

  it('drops a price of another plan', () => {
    expect(parseAuthSearch({ plan: 'starter', priceId: 'ultimate_annual' }).priceId).toBeUndefined();
    expect(parseAuthSearch({ priceId: 'ultimate_annual' }).priceId).toBe('ultimate_annual');
  });
});

it('the query of /auth/forgot says that the person comes from “It wasn’t me”', () => {
  expect(parseForgotSearch({ notMe: 'true', email: 'ana@example.com' })).toMatchObject({
    notMe: 'true',
    email: 'ana@example.com',
  });
  expect(parseForgotSearch({ notMe: 'yes' }).notMe).toBeUndefined();
});
