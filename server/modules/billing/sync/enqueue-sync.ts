import type { Db } from '#db/client.ts';
import { listCustomerIds } from '#db/queries/billing/stripe-customers.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Payload } from '#server/jobs/queues.ts';
import { schedule, unschedule } from '#server/jobs/schedule.ts';

const keyOf = ({ customerId, sessionId }: Payload<'stripe-sync'>) => `${customerId ?? ''} ${sessionId ?? ''}`;

/** Schedules a sync of a customer, a checkout session or both. While it waits, further hints at the same make no difference. */
export function scheduleSync(db: Db, hint: Payload<'stripe-sync'>, now: Date): Promise<void> {
  return schedule(db, 'stripe-sync', { key: keyOf(hint), payload: hint, dueAt: now });
}

/** A customer whose account is being deleted: nothing that is still to be read about it matters. */
export const dropSync = (db: Db, customerId: string): Promise<void> =>
  unschedule(db, 'stripe-sync', keyOf({ customerId, sessionId: null }));

/**
 * Schedules a sync of a person inside the transaction of a change that Stripe has to follow, such as a new address. It runs soon after, and
 * again if it fails.
 */
export async function enqueueSync(trx: Db, { userId, now }: { userId: UserId; now: Date }): Promise<void> {
  for (const customerId of await listCustomerIds(trx, userId))
    await scheduleSync(trx, { customerId, sessionId: null }, now);
}
