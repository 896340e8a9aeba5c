import type { Db } from '#db/client.ts';
import { listCustomerIds } from '#db/queries/billing/stripe-customers.ts';
import type { KnownSubscription } from '#db/queries/billing/subscriptions.ts';
import type { UserId } from '#db/types.gen.ts';

/**
 * A person's customer at Stripe for purchases, the portal and the billing details: the one with their plan, whose card and credit it holds,
 * or else the first.
 */
export async function findCustomer(
  db: Db,
  userId: UserId,
  known: Pick<KnownSubscription, 'customerId'> | null,
): Promise<string | undefined> {
  const customers = await listCustomerIds(db, userId);
  return customers.find((id) => id === known?.customerId) ?? customers[0];
}
