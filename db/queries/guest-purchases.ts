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
  completedAt: Date | null;
};
const columns = [
  'id',
  'email',
  'price_id as priceId',
  'stripe_session_id as sessionId',
  'stripe_customer_id as customerId',
  'stripe_subscription_id as subscriptionId',
  'completed_at as completedAt',
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

export async function noteGuestSession(db: Db, id: string, sessionId: string): Promise<void> {
  await db.updateTable('guest_purchases').set({ stripe_session_id: sessionId }).where('id', '=', id).execute();
}

export async function findGuestPurchase(db: Db, sessionId: string): Promise<GuestPurchase | undefined> {
  return db
    .selectFrom('guest_purchases')
    .select(columns)
    .where('stripe_session_id', '=', sessionId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

type Completion = { id: string; customerId: string; subscriptionId: string; now: Date };

/** Notes that a guest went through with it, once. Returns whether this was the first to note it. */
export async function completeGuestPurchase(db: Db, completion: Completion): Promise<boolean> {
  const row = await db
    .updateTable('guest_purchases')
    .set({
      stripe_customer_id: completion.customerId,
      stripe_subscription_id: completion.subscriptionId,
      completed_at: completion.now,
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
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The mail did not go out: it is to be claimed again. */
export async function releaseGuestMail(db: Db, id: string): Promise<void> {
  await db.updateTable('guest_purchases').set({ told_at: null }).where('id', '=', id).execute();
}

export async function closeGuestPurchase(
  db: Db,
  { id, outcome, now }: { id: string; outcome: NonNullable<GuestPurchasesTable['outcome']>; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('guest_purchases')
    .set({ closed_at: now, outcome })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Open purchases that were begun before `before`. */
export async function listOldPurchases(db: Db, before: Date): Promise<GuestPurchase[]> {
  return db
    .selectFrom('guest_purchases')
    .select(columns)
    .where('closed_at', 'is', null)
    .where('started_at', '<', before)
    .limit(50)
    .execute();
}

export async function deleteOldGuestPurchases(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('guest_purchases').where('closed_at', '<', before).execute();
}
