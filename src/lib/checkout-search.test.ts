import { expect, it } from 'vitest';
import { parseCheckoutSearch } from './checkout-search.ts';

it('the query of /checkout keeps all that the specification names', () => {
  const search = {
    plan: 'starter',
    billing: 'annual',
    priceId: 'starter_annual',
    discount: 'first-time',
    urgent: 'true',
    source: 'chatbot',
    email: 'ana@example.com',
  };
  expect(parseCheckoutSearch(search)).toEqual(search);
});

it('and means Pro where it names no plan of ours', () => {
  expect(parseCheckoutSearch({ plan: 'gold', billing: 'weekly', urgent: '1', discount: 'all', more: '1' })).toEqual({
    plan: 'pro',
  });
});
