import { expect, it } from 'vitest';
import { BILLING_CYCLES } from '#contract/billing/plans.ts';
import { parseCheckoutSearch } from './checkout-search.ts';

it.each(BILLING_CYCLES)('CHECKOUT-1: the query of /checkout keeps every parameter we know, billed %s', (billing) => {
  const search = {
    plan: 'starter',
    billing,
    discount: 'first-time',
    urgent: 'true',
    source: 'chatbot',
    email: 'ana@example.com',
    from: '/dashboard/billing?plan=pro#plans',
  };
  expect(parseCheckoutSearch(search)).toEqual(search);
});

it('CHECKOUT-1: the query of /checkout defaults to Pro if it names no plan of ours', () => {
  expect(parseCheckoutSearch({ plan: 'gold', billing: 'weekly', urgent: '1', discount: 'all', more: '1' })).toEqual({
    plan: 'pro',
  });
});

it.each([[{ plan: ['pro'] }], [{ plan: { id: 'pro' }, billing: 12 }], [{ email: 'a'.repeat(255), source: 1 }]])(
  'the query of /checkout drops %j, which none of our links contains',
  (search) => {
    expect(parseCheckoutSearch(search)).toEqual({ plan: 'pro' });
  },
);

it.each(['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)', 'blog'])(
  'CHECKOUT-13: Back never leads to %s',
  (from) => {
    expect(parseCheckoutSearch({ from })).toEqual({ plan: 'pro' });
  },
);
