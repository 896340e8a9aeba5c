import { sql } from 'kysely';
import type { Db } from '../client.ts';

type NewEvent = { id: string; type: string; customerId: string | null; sessionId: string | null; now: Date };

/** Keeps an event once, however often it comes. */
export async function keepEvent(db: Db, event: NewEvent): Promise<void> {
  await db
    .insertInto('stripe_events')
    .values({
      event_id: event.id,
      event_type: event.type,
      stripe_customer_id: event.customerId,
      stripe_session_id: event.sessionId,
      received_at: event.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type DueEvent = { id: string; customerId: string | null; sessionId: string | null };

/**
 * Takes events that wait for the process that asks: new ones, and those whose last try is long enough ago (twice as long
 * after each). Another process gets others.
 */
export async function takeDueEvents(
  db: Db,
  { now, retryMs, limit }: { now: Date; retryMs: number; limit: number },
): Promise<DueEvent[]> {
  const { rows } = await sql<DueEvent>`
    update stripe_events set tried_at = ${now}, attempts = attempts + 1
    where event_id in (
      select event_id from stripe_events
      where settled_at is null and (tried_at is null
        or tried_at <= ${now}::timestamptz - (${retryMs}::float8 * power(2, least(attempts, 9) - 1) * interval '1 millisecond'))
      order by received_at limit ${limit} for update skip locked
    ) and settled_at is null
    returning event_id as id, stripe_customer_id as "customerId", stripe_session_id as "sessionId"`.execute(db);
  return rows;
}

export async function settleEvents(db: Db, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('stripe_events').set({ settled_at: now }).where('event_id', 'in', ids).execute();
}

export async function deleteEventsOf(db: Db, customerId: string): Promise<void> {
  await db.deleteFrom('stripe_events').where('stripe_customer_id', '=', customerId).execute();
}

export async function deleteOldEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('stripe_events').where('received_at', '<', before).where('settled_at', 'is not', null).execute();
}
