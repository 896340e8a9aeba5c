import { expect, it } from 'vitest';
import { checkoutSessionIdSchema } from '#contract/billing/billing.ts';
import { guestLinkSchema } from '#contract/billing/guest-purchases.ts';
import { parseSuccessSearch, readPurchaseLink } from './success-search.ts';

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

const PURCHASE_ID = '0b9c2f4e-5d7a-4c11-9e52-3f6a8d1b7c20';

it.each([
  [`${PURCHASE_ID}.0`, true],
  [`${PURCHASE_ID}.3`, true],
  [PURCHASE_ID, false],
  [`${PURCHASE_ID}.12`, false],
  ['cs_test_a1B2c3D4.0', false],
])('/success reads the link to a guest’s purchase %s as the server does: %s', (purchase, isRead) => {
  const search = { purchase, tab: 'signup', email: 'maya@example.com' };
  expect(parseSuccessSearch(search)).toEqual({ ...search, purchase: isRead ? purchase : undefined });
  expect(guestLinkSchema.safeParse(readPurchaseLink(purchase)).success).toBe(isRead);
});

it('/success drops a tab and an address that no form can use', () => {
  expect(parseSuccessSearch({ tab: 'reset', email: 'a'.repeat(300) })).toEqual({});
});
