import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Db } from '#db/client.ts';
import { forgetCustomer, saveCustomer, listCustomerIds } from '#db/queries/billing/stripe-customers.ts';
import { inTransaction } from '#db/transaction.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
const keep = async (id: string, userId: Awaited<ReturnType<typeof aPerson>>['userId']) => {
  app.clock.advance(1_000);
  await saveCustomer(app.db, { id, userId, now: app.clock.current() });
};
const primary = async () =>
  (
    await app.db.selectFrom('stripe_customers').select('stripe_customer_id').where('is_primary', '=', true).execute()
  ).map((row) => row.stripe_customer_id);

/**
 * Waits until another connection is blocked by what this one has not committed. The embedded database has no other connection, so it
 * continues.
 */
async function othersWait(trx: Db): Promise<void> {
  for (let look = 0; look < 30; look += 1) {
    const { rows } = await sql`select from pg_locks where not granted and locktype = 'transactionid'`.execute(trx);
    if (rows.length > 0) return;
    await setTimeout(10);
  }
}

test('two customers created simultaneously for one person both belong to them, and one is used for new purchases', async () => {
  const { userId } = await aPerson(app);
  const now = app.clock.current();
  const second = await inTransaction(app.db, async (trx) => {
    await saveCustomer(trx, { id: 'cus_first', userId, now });
    const other = keep('cus_second', userId);
    await othersWait(trx);
    return { other };
  });
  await second.other;
  expect(await listCustomerIds(app.db, userId)).toEqual(['cus_first', 'cus_second']);
  expect(await primary()).toEqual(['cus_first']);
});

test('a customer never changes owner', async () => {
  const [maya, tomas] = [await aPerson(app), await aPerson(app)];
  await keep('cus_maya', maya.userId);
  await keep('cus_maya', tomas.userId);
  expect(await listCustomerIds(app.db, maya.userId)).toEqual(['cus_maya']);
  expect(await listCustomerIds(app.db, tomas.userId)).toEqual([]);
});

test('a customer deleted at Stripe is replaced by the oldest other one, or by a new one', async () => {
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
