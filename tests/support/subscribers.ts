import type { Stripe } from 'stripe';
import type { PriceId } from '#contract/billing/plans.ts';
import type { UserId } from '#db/types.gen.ts';
import { buy, CARDS, type BillingWorld } from '#tests/support/billing-world.ts';
import { aPerson } from '#tests/support/people.ts';
import type { TestApp } from '#tests/support/test-app.ts';

type Shop = { readonly world: BillingWorld; readonly app: TestApp };
type Somebody = { email: string };

/** A person who has bought a price, immediately or during their trial. */
export async function aSubscriber(
  { world, app }: Shop,
  priceId: PriceId,
  { card = CARDS.good, plan }: { card?: string | null; plan?: 'trial' } = {},
) {
  const person = await aPerson(app, plan ? { plan } : {});
  await buy(world, person, priceId, card);
  await person.api.billing.refresh.mutate();
  return person;
}

/** Removes an account with everything that belongs to it. */
export async function removeAccount({ app }: Shop, { userId }: { userId: UserId }): Promise<void> {
  await app.db.deleteFrom('users').where('id', '=', userId).execute();
}

export async function customersOf({ world }: Shop, { email }: Somebody): Promise<Stripe.Customer[]> {
  return (await world.stripe.customers.list({ email })).data;
}

/** A person's only customer; an empty text if there is none. */
export async function customerOf(shop: Shop, somebody: Somebody): Promise<string> {
  return (await customersOf(shop, somebody))[0]?.id ?? '';
}

/** Every subscription that a person ever had at Stripe. */
export async function subscriptionsOf(shop: Shop, somebody: Somebody): Promise<Stripe.Subscription[]> {
  const customers = await customersOf(shop, somebody);
  const lists = await Promise.all(
    customers.map(({ id }) => shop.world.stripe.subscriptions.list({ customer: id, status: 'all' })),
  );
  return lists.flatMap(({ data }) => data);
}
