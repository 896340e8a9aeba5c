import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/billing/plans.ts';
import { guestsOf } from '#tests/support/billing/guests.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { eventually } from '#tests/support/stripe-world.ts';

const CARD = '4242 4242 4242 4242';
const shop = inBillingWorld();

const { anAddress, emailsTo, settle, sessionIn, begin, aGuest, rowOf, waitInVain, statusesOf } = guestsOf(shop);

describe('a guest whose mail server refuses', () => {
  test('has still paid: the page says so, and the email goes out later, once', async () => {
    const email = anAddress();
    shop.app.refusedMailboxes.add(email);
    const sessionId = await aGuest(email);
    expect(await shop.app.browser().api.billing.purchase.query({ sessionId })).toMatchObject({ state: 'guest' });
    await settle();
    expect(emailsTo(email)).toEqual([]);
    shop.app.refusedMailboxes.clear();
    await Promise.all([settle(), settle()]);
    await settle();
    expect(emailsTo(email)).toHaveLength(1);
  });

  test('does not keep any unconfirmed purchase from being ended', async () => {
    const [refusing, other] = [anAddress(), anAddress()];
    shop.app.refusedMailboxes.add(refusing);
    await aGuest(refusing);
    await aGuest(other);
    await waitInVain();
    await settle();
    expect(await statusesOf(refusing)).toEqual(['canceled']);
    expect(await statusesOf(other)).toEqual(['canceled']);
  });
});

describe('a purchase whose process died', () => {
  test('before it stored the session id is found through the event', async () => {
    const email = anAddress();
    const { url } = await begin(email);
    await shop.app.db
      .updateTable('guest_purchases')
      .set({ stripe_session_id: null })
      .where('email', '=', email)
      .execute();
    const sessionId = sessionIn(await shop.world.pay(url, { card: CARD, email }));
    await eventually(() => emailsTo(email).length).toBe(1);
    expect(await rowOf(email)).toMatchObject({ stripe_session_id: sessionId, closed_at: null });
  });

  test('between closing it here and ending it at Stripe is finished by the next process', async () => {
    const email = anAddress();
    await aGuest(email);
    const closed = { closed_at: shop.world.clock.current() };
    await shop.app.db.updateTable('guest_purchases').set(closed).where('email', '=', email).execute();
    await shop.world.pass(6 * DAY_MS);
    await settle();
    expect(await statusesOf(email)).toEqual(['canceled']);
  });

  test('after being abandoned is resumed if it is paid after all', async () => {
    const email = anAddress();
    const sessionId = await aGuest(email, { acceptWebhooks: false });
    const given = { closed_at: shop.world.clock.current(), outcome: 'expired' as const };
    await shop.app.db.updateTable('guest_purchases').set(given).where('email', '=', email).execute();
    expect(await shop.app.browser().api.billing.purchase.query({ sessionId })).toMatchObject({ state: 'guest' });
    expect(await rowOf(email)).toMatchObject({ closed_at: null, outcome: null });
    await shop.app.container.jobs.idle();
    expect(emailsTo(email)).toHaveLength(1);
  });
});
