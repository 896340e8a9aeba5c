import type { Db } from '#db/client.ts';
import { listCustomers } from '#db/queries/billing/stripe-customers.ts';
import type { KnownSubscription } from '#db/queries/billing/subscriptions.ts';
import type { UserId } from '#db/types.gen.ts';

/**
 * A person's customer at Stripe for purchases, the portal and the billing details: the one with their plan, whose card
 * and credit it holds, or else the first. Never one that was paid for elsewhere, whose card and address may be somebody
 * else's (CHECKOUT-15).
 */
export async function findCustomer(
  db: Db,
  userId: UserId,
  known: Pick<KnownSubscription, 'customerId'> | null,
): Promise<string | undefined> {
  const own = (await listCustomers(db, userId)).filter(({ isPaidElsewhere }) => !isPaidElsewhere);
  return (own.find(({ id }) => id === known?.customerId) ?? own[0])?.id;
}
