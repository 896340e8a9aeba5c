import { beforeEach, expect, test } from 'vitest';
import { forgetCustomer, keepCustomer, listCustomerIds } from '#db/queries/stripe-customers.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
const keep = async (id: string, userId: Awaited<ReturnType<typeof aPerson>>['userId']) => {
  app.clock.advance(1_000);
  await keepCustomer(app.db, { id, userId, now: app.clock.current() });
};
const primary = async () =>
  (
    await app.db.selectFrom('stripe_customers').select('stripe_customer_id').where('is_primary', '=', true).execute()
  ).map((row) => row.stripe_customer_id);

test('two first customers of a person at once are both theirs, and one is for new purchases', async () => {
  const { userId } = await aPerson(app);
  const ids = Array.from({ length: 8 }, (_, index) => `cus_${index}`);
  await Promise.all(ids.map((id) => keep(id, userId)));
  expect((await listCustomerIds(app.db, userId)).toSorted()).toEqual(ids);
  expect(await primary()).toHaveLength(1);
});

test('a customer stays whose it is', async () => {
  const [maya, tomas] = [await aPerson(app), await aPerson(app)];
  await keep('cus_maya', maya.userId);
  await keep('cus_maya', tomas.userId);
  expect(await listCustomerIds(app.db, maya.userId)).toEqual(['cus_maya']);
  expect(await listCustomerIds(app.db, tomas.userId)).toEqual([]);
});

test('a customer that is deleted at Stripe makes room for the oldest other, and for a new one', async () => {
  const { userId } = await aPerson(app);
  for (const id of ['cus_first', 'cus_second', 'cus_third']) await keep(id, userId);
  await forgetCustomer(app.db, 'cus_third');
  expect(await primary()).toEqual(['cus_first']);
  await forgetCustomer(app.db, 'cus_first');
  expect(await primary()).toEqual(['cus_second']);
  await forgetCustomer(app.db, 'cus_second');
  await forgetCustomer(app.db, 'cus_second');
  expect(await listCustomerIds(app.db, userId)).toEqual([]);
  await keep('cus_new', userId);
  expect(await primary()).toEqual(['cus_new']);
});
