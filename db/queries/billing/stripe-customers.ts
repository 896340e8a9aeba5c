import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';

/** `isPaidElsewhere`: bought as a guest and claimed in another browser, so that the card may be somebody else's. */
export type Customer = { id: string; isPaidElsewhere: boolean };

/** The person's customers at Stripe, starting with the one for new purchases. */
export function listCustomers(db: Db, userId: UserId): Promise<Customer[]> {
  return db
    .selectFrom('stripe_customers')
    .select(['stripe_customer_id as id', 'paid_elsewhere as isPaidElsewhere'])
    .where('user_id', '=', userId)
    .orderBy('is_primary', 'desc')
    .orderBy('created_at')
    .execute();
}

export async function listCustomerIds(db: Db, userId: UserId): Promise<string[]> {
  return (await listCustomers(db, userId)).map(({ id }) => id);
}

type NewCustomer = { id: string; userId: UserId; now: Date; isPaidElsewhere?: boolean };

/**
 * Stores a customer, which becomes the one for new purchases if the person has none yet. A customer that is already stored keeps its owner.
 */
export async function saveCustomer(db: Db, { id, userId, now, isPaidElsewhere = false }: NewCustomer): Promise<void> {
  const isFirst = sql<boolean>`not exists (select from stripe_customers where user_id = ${userId} and is_primary)`;
  const insert = (isPrimary: boolean | typeof isFirst) =>
    db
      .insertInto('stripe_customers')
      .values({
        stripe_customer_id: id,
        user_id: userId,
        is_primary: isPrimary,
        created_at: now,
        paid_elsewhere: isPaidElsewhere,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('stripe_customer_id')
      .executeTakeFirst();
  // Two concurrent requests can both believe that they create the first customer; they only meet here.
  if (!(await insert(isFirst))) await insert(false);
}

/**
 * The browser that paid is signed in to the account that claimed the purchase. Returns whether a card became theirs.
 */
export async function clearPaidElsewhere(db: Db, userId: UserId, payerHash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('stripe_customers')
    .set({ paid_elsewhere: false })
    .where('user_id', '=', userId)
    .where('paid_elsewhere', '=', true)
    .where('stripe_customer_id', 'in', (where) =>
      where.selectFrom('guest_purchases').select('stripe_customer_id').where('payer_hash', '=', payerHash),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes a customer that was deleted at Stripe. If it was the one for new purchases, the oldest of the others replaces it. */
export async function forgetCustomer(db: Db, customerId: string): Promise<void> {
  await sql`
    with gone as (
      delete from stripe_customers where stripe_customer_id = ${customerId} returning user_id, is_primary
    )
    update stripe_customers set is_primary = true from gone
    where gone.is_primary and stripe_customers.stripe_customer_id = (
      select c.stripe_customer_id from stripe_customers c
      where c.user_id = gone.user_id and c.stripe_customer_id <> ${customerId} order by c.created_at limit 1
    )`.execute(db);
}

export async function findCustomerOwner(db: Db, customerId: string): Promise<UserId | undefined> {
  const row = await db
    .selectFrom('stripe_customers')
    .select('user_id')
    .where('stripe_customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.user_id;
}

/** People with a customer, ordered by id, starting after `after`: for going through all of them. */
export async function listCustomerOwners(db: Db, after: UserId | null, limit: number): Promise<UserId[]> {
  let people = db.selectFrom('stripe_customers').select('user_id').distinct().orderBy('user_id').limit(limit);
  if (after !== null) people = people.where('user_id', '>', after);
  return (await people.execute()).map((row) => row.user_id);
}
