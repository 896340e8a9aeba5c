import type { Db } from '#db/client.ts';
import { closeGuestPurchase, listWaitingPurchases } from '#db/queries/billing/guest-purchases.ts';
import { saveCustomer } from '#db/queries/billing/stripe-customers.ts';
import type { UserId } from '#db/types.gen.ts';
import { enqueueSync } from '../sync/enqueue-sync.ts';

/**
 * Moves guest purchases to the account that confirms the same address, inside the confirming transaction. Returns the
 * number of purchases. Each counts as paid elsewhere until the browser that paid is signed in to the account
 * (CHECKOUT-15): the mailbox proves whose the address is, but not whose the card is.
 */
export async function claimGuestPurchases(
  trx: Db,
  { userId, email, now }: { userId: UserId; email: string; now: Date },
): Promise<number> {
  let claimed = 0;
  for (const purchase of await listWaitingPurchases(trx, email)) {
    if (!purchase.customerId) continue;
    if (!(await closeGuestPurchase(trx, { id: purchase.id, outcome: 'claimed', now, email }))) continue;
    await saveCustomer(trx, { id: purchase.customerId, userId, now, isPaidElsewhere: true });
    claimed += 1;
  }
  if (claimed > 0) await enqueueSync(trx, { userId, now });
  return claimed;
}
