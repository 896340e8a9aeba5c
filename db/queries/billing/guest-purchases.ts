import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { GuestPurchasesTable } from '../../types.gen.ts';

export type GuestPurchase = {
  id: string;
  email: string;
  priceId: string;
  sessionId: string | null;
  customerId: string | null;
  subscriptionId: string | null;
  startedAt: Date;
  completedAt: Date | null;
  emailedAt: Date | null;
  closedAt: Date | null;
  /** The hash of the paying browser's cookie; null for purchases from before there was one. */
  payerHash: string | null;
  /** How often the address was corrected. A link in an email works for the address that this number stands for. */
  corrections: number;
  /** How many reminders were sent. */
  reminders: number;
  outcome: GuestPurchasesTable['outcome'];
  /** What was paid back when nobody had confirmed it; null until then. */
  returnedCents: number | null;
};
const columns = [
  'id',
  'email',
  'price_id as priceId',
  'stripe_session_id as sessionId',
  'stripe_customer_id as customerId',
  'stripe_subscription_id as subscriptionId',
  'started_at as startedAt',
  'completed_at as completedAt',
  'emailed_at as emailedAt',
  'closed_at as closedAt',
  'payer_hash as payerHash',
  'corrections',
  'reminders',
  'outcome',
  'returned_cents as returnedCents',
] as const;

type NewPurchase = {
  id: string;
  email: string;
  priceId: string;
  promotion: GuestPurchasesTable['promotion'];
  payerHash: string;
  now: Date;
};

export async function addGuestPurchase(db: Db, purchase: NewPurchase): Promise<void> {
  const { id, email, priceId, promotion, payerHash, now } = purchase;
  await db
    .insertInto('guest_purchases')
    .values({ id, email, price_id: priceId, promotion, payer_hash: payerHash, started_at: now })
    .execute();
}

/** Links a purchase to its Stripe session, and never to a second one. Returns whether it is linked to this one. */
export async function noteGuestSession(db: Db, id: string, sessionId: string): Promise<boolean> {
  const row = await db
    .updateTable('guest_purchases')
    .set({ stripe_session_id: sessionId })
    .where('id', '=', id)
    .where((where) => where.or([where('stripe_session_id', 'is', null), where('stripe_session_id', '=', sessionId)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The purchase of a session, unless it was claimed or ended. An abandoned one may have been paid after all. */
export async function findGuestPurchase(db: Db, sessionId: string): Promise<GuestPurchase | undefined> {
  return db
    .selectFrom('guest_purchases')
    .select(columns)
    .where('stripe_session_id', '=', sessionId)
    .where((where) =>
      where.or([
        where('closed_at', 'is', null),
        where.and([where('outcome', '=', 'expired'), where('completed_at', 'is', null)]),
      ]),
    )
    .executeTakeFirst();
}

export async function hasGuestSession(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('guest_purchases')
    .select('id')
    .where('stripe_session_id', '=', sessionId)
    .executeTakeFirst();
  return row !== undefined;
}

type Completion = { id: string; customerId: string; subscriptionId: string; completedAt: Date };

/** Records once that a guest completed the purchase, which reopens an abandoned one. Returns whether this was the first call. */
export async function completeGuestPurchase(db: Db, completion: Completion): Promise<boolean> {
  const row = await db
    .updateTable('guest_purchases')
    .set({
      stripe_customer_id: completion.customerId,
      stripe_subscription_id: completion.subscriptionId,
      completed_at: completion.completedAt,
      closed_at: null,
      outcome: null,
    })
    .where('id', '=', completion.id)
    .where('completed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Purchases that are complete and wait for an account with this address. */
export async function listWaitingPurchases(db: Db, email: string): Promise<GuestPurchase[]> {
  return db
    .selectFrom('guest_purchases')
    .select(columns)
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('closed_at', 'is', null)
    .where('completed_at', 'is not', null)
    .orderBy('completed_at')
    .execute();
}

type Correction = { sessionId: string; payerHash: string; email: string; atMost: number };

/**
 * Gives a complete purchase that nobody has claimed another address, in one statement, so that it is either corrected
 * or claimed. Returns undefined if it isn't this browser's, isn't waiting anymore, or was corrected `atMost` times.
 */
export function correctGuestEmail(
  db: Db,
  { sessionId, payerHash, email, atMost }: Correction,
): Promise<GuestPurchase | undefined> {
  return db
    .updateTable('guest_purchases')
    .set({ email, corrections: sql<number>`corrections + 1`, emailed_at: null })
    .where('stripe_session_id', '=', sessionId)
    .where('payer_hash', '=', payerHash)
    .where('completed_at', 'is not', null)
    .where('closed_at', 'is', null)
    .where('corrections', '<', atMost)
    .returning(columns)
    .executeTakeFirst();
}

/** Whether another purchase with the same address was completed later. */
export async function hasNewerPurchase(
  db: Db,
  { id, email, completedAt }: Pick<GuestPurchase, 'id' | 'email' | 'completedAt'>,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from guest_purchases
    where lower(email) = ${email.toLowerCase()} and (completed_at, id) > (${completedAt}, ${id}::uuid) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Records that the confirmation email was sent to the address with this number of corrections. */
export async function noteGuestEmailed(
  db: Db,
  { id, corrections, now }: { id: string; corrections: number; now: Date },
): Promise<void> {
  await db
    .updateTable('guest_purchases')
    .set({ emailed_at: now })
    .where('id', '=', id)
    .where('corrections', '=', corrections)
    .execute();
}

export async function noteGuestReminded(db: Db, id: string, reminders: number): Promise<void> {
  await db.updateTable('guest_purchases').set({ reminders }).where('id', '=', id).execute();
}

type Outcome = NonNullable<GuestPurchasesTable['outcome']>;

/**
 * Closes an open purchase with its outcome, or without one if it has to be ended at Stripe first. Returns whether it
 * was open. `email` is the address that claims it, which may have been corrected a moment ago.
 */
export async function closeGuestPurchase(
  db: Db,
  { id, outcome, now, email }: { id: string; outcome: Outcome | null; now: Date; email?: string },
): Promise<boolean> {
  const row = await db
    .updateTable('guest_purchases')
    .set({ closed_at: now, outcome })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    // A purchase that was paid at this very moment is not over.
    .$if(outcome === 'expired', (query) => query.where('completed_at', 'is', null))
    .$if(email !== undefined, (query) => query.where(sql<string>`lower(email)`, '=', email?.toLowerCase() ?? ''))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A closed purchase has now been ended at Stripe, and `cents` refunded. Returns whether this was the first call. */
export async function noteGuestPurchaseReturned(db: Db, id: string, cents: number): Promise<boolean> {
  const row = await db
    .updateTable('guest_purchases')
    .set({ outcome: 'returned', returned_cents: cents })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .where('closed_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export function findPurchase(db: Db, id: string): Promise<GuestPurchase | undefined> {
  return db.selectFrom('guest_purchases').select(columns).where('id', '=', id).executeTakeFirst();
}

export async function deleteOldGuestPurchases(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('guest_purchases').where('closed_at', '<', before).where('outcome', 'is not', null).execute();
}
