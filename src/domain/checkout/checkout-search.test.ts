import { expect, it } from 'vitest';
import { BILLING_CYCLES } from '#contract/billing/plans.ts';
import { parseCheckoutSearch } from './checkout-search.ts';

it.each(BILLING_CYCLES)(
  'the query of /checkout keeps all that the specification names, billed %s (spec §2)',
  (billing) => {
    const search = {
      plan: 'starter',
      billing,
      discount: 'first-time',
      urgent: 'true',
      source: 'chatbot',
      email: 'ana@example.com',
    };
    expect(parseCheckoutSearch(search)).toEqual(search);
  },
);

it('and means Pro where it names no plan of ours', () => {
  expect(parseCheckoutSearch({ plan: 'gold', billing: 'weekly', urgent: '1', discount: 'all', more: '1' })).toEqual({
    plan: 'pro',
  });
});

it.each([[{ plan: ['pro'] }], [{ plan: { id: 'pro' }, billing: 12 }], [{ email: 'a'.repeat(255), source: 1 }]])(
  'and leaves out %j, which no link of ours says',
  (search) => {
    expect(parseCheckoutSearch(search)).toEqual({ plan: 'pro' });
  },
);
