import { expect, it } from 'vitest';
import { checkoutSessionIdSchema } from '#contract/billing/billing.ts';
import { parseSuccessSearch } from './success-search.ts';

it.each([
  ['cs_test_a1B2c3D4', true],
  ['cs_12345', false],
  ['sub_12345678', false],
  ['cs_test_a1/../b2', false],
  [`cs_${'a'.repeat(201)}`, false],
])('/success accepts the id %s as the server does: %s', (id, isRead) => {
  expect(parseSuccessSearch({ session_id: id })).toEqual(isRead ? { session_id: id } : {});
  expect(checkoutSessionIdSchema.safeParse(id).success).toBe(isRead);
});

it('/success drops an id that is not text', () => {
  expect(parseSuccessSearch({ session_id: ['cs_test_a1B2c3D4'], more: '1' })).toEqual({});
});
