import type { Db } from '#db/client.ts';
import { closeGuestPurchase, listWaitingPurchases } from '#db/queries/guest-purchases.ts';
import { keepCustomer } from '#db/queries/stripe-customers.ts';
import type { UserId } from '#db/types.gen.ts';
import { enqueueSync } from './enqueue-sync.ts';

/**
 * What was bought as a guest becomes the account's that confirms the same address, inside the transaction that confirms it.
 * Returns how many purchases that were.
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
    claimed += 1;
  }
  if (claimed > 0) await enqueueSync(trx, { userId, now });
  return claimed;
}
