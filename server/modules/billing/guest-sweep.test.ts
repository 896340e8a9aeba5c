import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/billing/plans.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { aPerson } from '#tests/support/people.ts';
import { eventually } from '#tests/support/stripe-world.ts';

const HOUR_MS = 3_600_000;
const CARD = '4242 4242 4242 4242';
const shop = inBillingWorld();

let number = 0;
const anAddress = () => `sweep-${++number}-${shop.world.clock.current().getTime()}@example.com`;
const mailsTo = (address: string) => shop.app.mails.filter(({ to }) => to === address);
const purge = () => shop.app.container.purge();
const sessionIn = (to: string | null) => new URL(to ?? 'http://none').searchParams.get('session_id') ?? '';
const begin = (guestEmail: string) =>
  shop.app.browser().api.billing.guestCheckout.mutate({ priceId: 'starter_monthly', guestEmail });

/** Somebody buys without an account; `heard`: Stripe's event reaches us. */
async function aGuest(email: string, { heard = true } = {}) {
  shop.world.hear(heard);
  const { url } = await begin(email);
  const sessionId = sessionIn(await shop.world.pay(url, { card: CARD, email }));
  if (heard) await eventually(async () => (await rowOf(email)).completed_at !== null).toBe(true);
  await shop.app.container.services.billing.idle();
  return sessionId;
}
const rowOf = (email: string) =>
  shop.app.db.selectFrom('guest_purchases').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
async function statusesOf(email: string) {
  const { data: customers } = await shop.world.stripe.customers.list({ email });
  const lists = await Promise.all(
    customers.map(({ id }) => shop.world.stripe.subscriptions.list({ customer: id, status: 'all' })),
  );
  return lists.flatMap(({ data }) => data.map(({ status }) => status));
}

describe('a guest whose mail server refuses', () => {
  test('has paid all the same: the page says so, and the mail goes out later, once', async () => {
    const email = anAddress();
    shop.app.refusedMailboxes.add(email);
    const sessionId = await aGuest(email);
    expect(await shop.app.browser().api.billing.purchase.query({ sessionId })).toMatchObject({ state: 'guest' });
    await purge();
    expect(mailsTo(email)).toEqual([]);
    shop.app.refusedMailboxes.clear();
    await Promise.all([purge(), purge()]);
    await purge();
    expect(mailsTo(email)).toHaveLength(1);
  });

  test('keeps nobody else’s purchase from being ended, nor their own', async () => {
    const [refusing, other] = [anAddress(), anAddress()];
    shop.app.refusedMailboxes.add(refusing);
    await aGuest(refusing);
    await aGuest(other);
    await shop.world.pass(6 * DAY_MS);
    await purge();
    expect(await statusesOf(refusing)).toEqual(['canceled']);
    expect(await statusesOf(other)).toEqual(['canceled']);
  });
});

describe('a purchase that nobody confirms', () => {
  test('is ended on the day that the mail named, and nobody is told of it in the same breath', async () => {
    const email = anAddress();
    await aGuest(email);
    const day = new Date(shop.world.clock.current().getTime() + 6 * DAY_MS);
    const named = day.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
    expect(mailsTo(email)[0]?.text).toContain(`we close it on ${named}`);
    await shop.world.pass(6 * DAY_MS - 2 * HOUR_MS);
    await purge();
    expect(await statusesOf(email)).toEqual(['trialing']);
    await shop.world.pass(HOUR_MS);
    await Promise.all([purge(), purge()]);
    expect(await statusesOf(email)).toEqual(['canceled']);
    expect(mailsTo(email)).toHaveLength(1);
    expect((await rowOf(email)).outcome).toBe('returned');
  });

  test('and that no event told of is read after an hour, and told of then', async () => {
    const email = anAddress();
    await aGuest(email, { heard: false });
    await purge();
    expect(mailsTo(email)).toEqual([]);
    shop.world.clock.advance(HOUR_MS);
    await purge();
    expect(mailsTo(email)).toHaveLength(1);
    expect(await rowOf(email)).toMatchObject({ closed_at: null, outcome: null });
  });

  test('and that was noticed a week late is ended before it is charged, without a mail', async () => {
    const email = anAddress();
    await aGuest(email, { heard: false });
    shop.world.clock.advance(6 * DAY_MS + 2 * HOUR_MS);
    await purge();
    expect(await statusesOf(email)).toEqual(['canceled']);
    expect(mailsTo(email)).toEqual([]);
  });

  test('and that was never paid is given up after an hour', async () => {
    const email = anAddress();
    await begin(email);
    await purge();
    expect((await rowOf(email)).outcome).toBeNull();
    shop.world.clock.advance(HOUR_MS);
    await purge();
    expect((await rowOf(email)).outcome).toBe('expired');
  });

  test('and that Stripe could not end is tried again, by whoever comes by', async () => {
    const email = anAddress();
    await aGuest(email);
    await shop.world.pass(6 * DAY_MS);
    await shop.world.switches({ fault: '500', faults: '1000' });
    await purge();
    await shop.world.switches({ fault: '' });
    expect(await rowOf(email)).toMatchObject({ outcome: null });
    expect(await statusesOf(email)).toEqual(['trialing']);
    await purge();
    expect(await statusesOf(email)).toEqual(['canceled']);
    expect((await rowOf(email)).outcome).toBe('returned');
  }, 30_000);

  test('is either somebody’s or ended, also when both happen at once', async () => {
    const maya = await aPerson(shop.app, { email: anAddress() });
    await aGuest(maya.email);
    await shop.world.pass(6 * DAY_MS);
    const [claimed] = await Promise.all([
      maya.api.billing.claimPurchase.mutate().then(
        () => true,
        () => false,
      ),
      purge(),
    ]);
    await purge();
    expect(await statusesOf(maya.email)).toEqual([claimed ? 'trialing' : 'canceled']);
    expect((await rowOf(maya.email)).outcome).toBe(claimed ? 'claimed' : 'returned');
  });
});

describe('a purchase whose process died', () => {
  test('before it noted the session at Stripe is found by the event', async () => {
    const email = anAddress();
    const { url } = await begin(email);
    await shop.app.db
      .updateTable('guest_purchases')
      .set({ stripe_session_id: null })
      .where('email', '=', email)
      .execute();
    const sessionId = sessionIn(await shop.world.pay(url, { card: CARD, email }));
    await eventually(() => mailsTo(email).length).toBe(1);
    expect(await rowOf(email)).toMatchObject({ stripe_session_id: sessionId, closed_at: null });
  });

  test('between closing it here and ending it at Stripe is ended by the next one', async () => {
    const email = anAddress();
    await aGuest(email);
    const closed = { closed_at: shop.world.clock.current() };
    await shop.app.db.updateTable('guest_purchases').set(closed).where('email', '=', email).execute();
    await purge();
    expect(await statusesOf(email)).toEqual(['canceled']);
  });

  test('and was given up, and was paid after all, is taken up again', async () => {
    const email = anAddress();
    const sessionId = await aGuest(email, { heard: false });
    const given = { closed_at: shop.world.clock.current(), outcome: 'expired' as const };
    await shop.app.db.updateTable('guest_purchases').set(given).where('email', '=', email).execute();
    expect(await shop.app.browser().api.billing.purchase.query({ sessionId })).toMatchObject({ state: 'guest' });
    expect(await rowOf(email)).toMatchObject({ closed_at: null, outcome: null });
    expect(mailsTo(email)).toHaveLength(1);
  });
});
