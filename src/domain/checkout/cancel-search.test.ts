import { expect, it } from 'vitest';
import { parseCancelSearch } from './cancel-search.ts';

it('CHECKOUT-9: the address of /cancel says what was picked, and nothing else', () => {
  expect(parseCancelSearch({ price: 'pro_monthly', discount: 'first-time', guest: 1 })).toEqual({
    price: 'pro_monthly',
    discount: 'first-time',
    guest: undefined,
  });
  expect(parseCancelSearch({ price: 'gold', discount: '100%', guest: '1' })).toEqual({
    price: undefined,
    discount: undefined,
    guest: '1',
  });
});
