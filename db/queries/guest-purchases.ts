import { sql } from 'kysely';
import type { Db } from '../client.ts';
import type { GuestPurchasesTable } from '../types.gen.ts';

export type GuestPurchase = {
  id: string;
  email: string;
  priceId: string;
  sessionId: string | null;
  customerId: string | null;
  subscriptionId: string | null;
  startedAt: Date;
  completedAt: Date | null;
  toldAt: Date | null;
  closedAt: Date | null;
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
  'told_at as toldAt',
  'closed_at as closedAt',
] as const;

type NewPurchase = {
  id: string;
  email: string;
  priceId: string;
  promotion: GuestPurchasesTable['promotion'];
  now: Date;
};

export async function addGuestPurchase(db: Db, purchase: NewPurchase): Promise<void> {
  const { id, email, priceId, promotion, now } = purchase;
  await db.insertInto('guest_purchases').values({ id, email, price_id: priceId, promotion, started_at: now }).execute();
}

/** Notes which session at Stripe a purchase has. Returns whether it has it now: never another than the first. */
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

/** The purchase of a session, unless it was claimed or ended. One that was given up may have been paid after all. */
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

/**
 * Notes that a guest went through with it, once; one that was given up is open again by this. Returns whether this was
 * the first to note it.
 */
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

/** Claims the one mail that tells where to confirm. Returns whether it is the caller's to send. */
export async function claimGuestMail(db: Db, id: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('guest_purchases')
    .set({ told_at: now })
    .where('id', '=', id)
    .where('told_at', 'is', null)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The mail did not go out: it is to be claimed again. */
export async function releaseGuestMail(db: Db, id: string): Promise<void> {
  await db.updateTable('guest_purchases').set({ told_at: null }).where('id', '=', id).execute();
}

type Outcome = NonNullable<GuestPurchasesTable['outcome']>;

/** Closes one that is open, with its outcome or, where it has to be ended at Stripe first, without. Returns whether it was open. */
export async function closeGuestPurchase(
  db: Db,
  { id, outcome, now }: { id: string; outcome: Outcome | null; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('guest_purchases')
    .set({ closed_at: now, outcome })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    // One that was paid this very moment is not over.
    .$if(outcome === 'expired', (query) => query.where('completed_at', 'is', null))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** One that was closed is ended at Stripe now. */
export async function noteGuestPurchaseReturned(db: Db, id: string): Promise<void> {
  await db
    .updateTable('guest_purchases')
    .set({ outcome: 'returned' })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .where('closed_at', 'is not', null)
    .execute();
}

type Due = {
  /** Sessions that began before this are over at Stripe. */
  sessionsBefore: Date;
  /** What was completed before this, or begun without ever being completed, is closed. */
  closedBefore: Date;
  after: string | null;
  limit: number;
};

/**
 * Purchases with something to be done: to be read once more, to be told of, to be closed, or to be ended at Stripe. In the
 * order of their ids, after `after`.
 */
export async function listDuePurchases(db: Db, due: Due): Promise<GuestPurchase[]> {
  let purchases = db
    .selectFrom('guest_purchases')
    .select(columns)
    .where('outcome', 'is', null)
    .where((where) =>
      where.or([
        where('closed_at', 'is not', null),
        where(sql`coalesce(completed_at, started_at)`, '<=', due.closedBefore),
        where.and([where('completed_at', 'is not', null), where('told_at', 'is', null)]),
        where.and([
          where('completed_at', 'is', null),
          where('stripe_session_id', 'is not', null),
          where('started_at', '<=', due.sessionsBefore),
        ]),
      ]),
    )
    .orderBy('id')
    .limit(due.limit);
  if (due.after !== null) purchases = purchases.where('id', '>', due.after);
  return purchases.execute();
}

export async function deleteOldGuestPurchases(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('guest_purchases').where('closed_at', '<', before).where('outcome', 'is not', null).execute();
}
