import { randomUUID } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { listCustomerIds } from '#db/queries/stripe-customers.ts';
import { keepEvent } from '#db/queries/stripe-events.ts';
import type { UserId } from '#db/types.gen.ts';

/**
 * Leaves a hint, beside those of Stripe, that a person has to be read again there: inside the transaction of a change that
 * Stripe has to follow, such as another address. It is done soon after, and again if it fails.
 */
export async function enqueueSync(trx: Db, { userId, now }: { userId: UserId; now: Date }): Promise<void> {
  for (const customerId of await listCustomerIds(trx, userId))
    await keepEvent(trx, { id: `own-${randomUUID()}`, type: 'tenfold.changed', customerId, sessionId: null, now });
}
