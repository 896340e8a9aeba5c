import { randomUUID } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { closeGuestPurchase, listWaitingPurchases } from '#db/queries/guest-purchases.ts';
import { keepCustomer } from '#db/queries/stripe-customers.ts';
import { keepEvent } from '#db/queries/stripe-events.ts';
import type { UserId } from '#db/types.gen.ts';

/**
 * What was bought as a guest becomes the account's that confirms the same address, inside the transaction that confirms it.
 * Stripe is read afterwards: a hint is left beside its own.
 */
export async function claimGuestPurchases(
  trx: Db,
  { userId, email, now }: { userId: UserId; email: string; now: Date },
): Promise<number> {
  let claimed = 0;
  for (const purchase of await listWaitingPurchases(trx, email)) {
    if (!purchase.customerId) continue;
    if (!(await closeGuestPurchase(trx, { id: purchase.id, outcome: 'claimed', now }))) continue;
    await keepCustomer(trx, { id: purchase.customerId, userId, now });
    const hint = { type: 'tenfold.claimed', customerId: purchase.customerId, sessionId: null };
    await keepEvent(trx, { id: `claim-${randomUUID()}`, ...hint, now });
    claimed += 1;
  }
  return claimed;
}
