import { DAY_MS } from '#contract/billing/plans.ts';
import type { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { endPauses, processBilling } from '#tests/support/jobs.ts';
import { eventually } from '#tests/support/stripe-world.ts';

const CARD = '4242 4242 4242 4242';

/** Guests who buy a plan, and what becomes of their purchases. */
export function guestsOf(shop: ReturnType<typeof inBillingWorld>) {
  let number = 0;
  const anAddress = () => `sweep-${++number}-${shop.world.clock.current().getTime()}@example.com`;
  const emailsTo = (address: string) => shop.app.emails.filter(({ to }) => to === address);
  /** Does what is due about guests' purchases. */
  const settle = async () => {
    await endPauses(shop.app.db);
    await processBilling(shop.app);
  };
  const sessionIn = (to: string | null) => new URL(to ?? 'http://none').searchParams.get('session_id') ?? '';
  const begin = (guestEmail: string) =>
    shop.app.browser().api.billing.guestCheckout.mutate({ priceId: 'starter_monthly', guestEmail });

  /** A guest buys a plan. With `acceptWebhooks`, Stripe's event reaches us. */
  async function aGuest(email: string, { acceptWebhooks = true } = {}) {
    shop.world.acceptWebhooks(acceptWebhooks);
    const { url } = await begin(email);
    const sessionId = sessionIn(await shop.world.pay(url, { card: CARD, email }));
    if (acceptWebhooks) await eventually(async () => (await rowOf(email)).completed_at !== null).toBe(true);
    await shop.app.container.jobs.idle();
    return sessionId;
  }
  const rowOf = (email: string) =>
    shop.app.db.selectFrom('guest_purchases').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
  /** Nobody confirms the address for 14 days, during which the jobs run. */
  async function waitInVain() {
    await shop.world.pass(6 * DAY_MS);
    await settle();
    await shop.world.pass(8 * DAY_MS);
  }
  async function statusesOf(email: string): Promise<string[]> {
    const { data: customers } = await shop.world.stripe.customers.list({ email });
    const lists = await Promise.all(
      customers.map(({ id }) => shop.world.stripe.subscriptions.list({ customer: id, status: 'all' })),
    );
    return lists.flatMap(({ data }) => data.map(({ status }) => status));
  }
  return { anAddress, emailsTo, settle, sessionIn, begin, aGuest, rowOf, waitInVain, statusesOf };
}
