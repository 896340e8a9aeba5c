import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/billing/plans.ts';
import { guestsOf } from '#tests/support/billing/guests.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { aPerson } from '#tests/support/people.ts';
import { eventually } from '#tests/support/stripe-world.ts';

const HOUR_MS = 3_600_000;
const CARD = '4242 4242 4242 4242';
const shop = inBillingWorld();

const { anAddress, emailsTo, settle, begin, aGuest, rowOf, waitInVain, statusesOf } = guestsOf(shop);
async function chargesOf(email: string) {
  const { data: customers } = await shop.world.stripe.customers.list({ email });
  const lists = await Promise.all(customers.map(({ id }) => shop.world.stripe.charges.list({ customer: id })));
  return lists.flatMap(({ data }) => data);
}

describe('a purchase that nobody confirms', () => {
  test('is ended on the day the email named, which an email says', async () => {
    const email = anAddress();
    await aGuest(email);
    const day = new Date(shop.world.clock.current().getTime() + 14 * DAY_MS);
    const named = day.toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
    expect(emailsTo(email)[0]?.text).toContain(`we'll cancel the plan on ${named}`);
    await shop.world.pass(6 * DAY_MS);
    await settle();
    await shop.world.pass(8 * DAY_MS - 3 * HOUR_MS);
    await settle();
    expect(await statusesOf(email)).toEqual(['trialing']);
    await shop.world.pass(HOUR_MS);
    await Promise.all([settle(), settle()]);
    expect(await statusesOf(email)).toEqual(['canceled']);
    expect(emailsTo(email).at(-1)).toMatchObject({ subject: 'We canceled your Tenfold Starter plan' });
    expect(emailsTo(email).at(-1)?.text).toContain('Nothing was charged.');
    expect(await rowOf(email)).toMatchObject({ outcome: 'returned', returned_cents: 0 });
  });

  test('is reminded of after three days and after ten, once each, with how to confirm and how to correct the address', async () => {
    const email = anAddress();
    await aGuest(email);
    const reminders = () => emailsTo(email).filter(({ subject }) => subject.endsWith('plan is still waiting'));
    await shop.world.pass(3 * DAY_MS - 2 * HOUR_MS);
    await settle();
    expect(reminders()).toEqual([]);
    await shop.world.pass(HOUR_MS);
    await Promise.all([settle(), settle()]);
    expect(reminders()).toHaveLength(1);
    expect(reminders()[0]?.text).toMatch(/\/success\?purchase=\S+/);
    expect(reminders()[0]?.text).toMatch(/in the browser you paid with[^]*\/success\?session_id=cs_/);
    await shop.world.pass(3 * DAY_MS);
    await settle();
    expect(reminders()).toHaveLength(1);
    await shop.world.pass(4 * DAY_MS);
    await settle();
    expect(reminders()).toHaveLength(2);
  });

  test('is one of several with the same address: only the newest is reminded of, so that nobody floods a mailbox', async () => {
    const email = anAddress();
    await aGuest(email);
    shop.world.clock.advance(HOUR_MS);
    const { url } = await begin(email);
    await shop.world.pay(url, { card: CARD, email });
    await eventually(() => emailsTo(email).length).toBe(2);
    await shop.world.pass(3 * DAY_MS);
    await settle();
    expect(emailsTo(email)).toHaveLength(3);
    await shop.world.pass(3 * DAY_MS);
    await settle();
    await shop.world.pass(8 * DAY_MS);
    await settle();
    expect(emailsTo(email).filter(({ subject }) => subject.startsWith('We canceled'))).toHaveLength(1);
  });

  test('isn’t charged when the trial on the pay page would have ended', async () => {
    const email = anAddress();
    await aGuest(email);
    await waitInVain();
    expect(await statusesOf(email)).toEqual(['trialing']);
    expect(await chargesOf(email)).toEqual([]);
  });

  test('an unconfirmed purchase that was charged because no job ran is refunded in full, once, by any number of processes', async () => {
    const email = anAddress();
    await aGuest(email);
    await shop.world.pass(7 * DAY_MS);
    await shop.world.pass(7 * DAY_MS);
    expect(await chargesOf(email)).toMatchObject([{ amount: 2_900, amount_refunded: 0 }]);
    const { id } = await rowOf(email);
    const { billing } = shop.app.container.services;
    await Promise.all([1, 2, 3].map(() => billing.settleGuestPurchase({ id })));
    await settle();
    await billing.settleGuestPurchase({ id });
    expect(await statusesOf(email)).toEqual(['canceled']);
    const [charge] = await chargesOf(email);
    expect(charge).toMatchObject({ amount_refunded: 2_900 });
    expect((await shop.world.stripe.refunds.list({ charge: charge?.id ?? '' })).data).toHaveLength(1);
    const told = emailsTo(email).filter(({ subject }) => subject === 'Your Tenfold refund: $29.00');
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain('back to the card you paid with');
  });

  test('a purchase that is claimed in time gets no reminders and isn’t ended', async () => {
    const maya = await aPerson(shop.app, { email: anAddress() });
    await aGuest(maya.email);
    await maya.api.billing.claimPurchase.mutate();
    const before = emailsTo(maya.email).length;
    for (const days of [3, 3, 4, 4]) {
      await shop.world.pass(days * DAY_MS);
      await settle();
    }
    const since = emailsTo(maya.email).slice(before);
    expect(since.filter(({ subject }) => /waiting|canceled/.test(subject))).toEqual([]);
    expect(await statusesOf(maya.email)).not.toContain('canceled');
    expect((await rowOf(maya.email)).outcome).toBe('claimed');
  });

  test('a purchase that no event reported is read from Stripe after an hour, and its email goes out then', async () => {
    const email = anAddress();
    await aGuest(email, { acceptWebhooks: false });
    await settle();
    expect(emailsTo(email)).toEqual([]);
    shop.world.clock.advance(HOUR_MS);
    await settle();
    expect(emailsTo(email)).toHaveLength(1);
    expect(await rowOf(email)).toMatchObject({ closed_at: null, outcome: null });
    await shop.app.container.jobs.idle();
  });

  test('a purchase that was noticed a week late isn’t charged either, and waits as long as any other', async () => {
    const email = anAddress();
    await aGuest(email, { acceptWebhooks: false });
    shop.world.clock.advance(6 * DAY_MS + 2 * HOUR_MS);
    await settle();
    await settle();
    const subjects = () => emailsTo(email).map(({ subject }) => subject);
    expect(subjects()).toEqual(['One more step to start your Tenfold Starter plan']);
    await shop.world.pass(4 * DAY_MS);
    await settle();
    expect(subjects()).toEqual([
      'One more step to start your Tenfold Starter plan',
      'Your Tenfold Starter plan is still waiting',
    ]);
    expect(await statusesOf(email)).toEqual(['trialing']);
    expect(await chargesOf(email)).toEqual([]);
  });

  test('a purchase that was never paid is abandoned after an hour', async () => {
    const email = anAddress();
    await begin(email);
    await settle();
    expect((await rowOf(email)).outcome).toBeNull();
    shop.world.clock.advance(HOUR_MS);
    await settle();
    expect((await rowOf(email)).outcome).toBe('expired');
  });

  test('a purchase that Stripe couldn’t end is retried by any process', async () => {
    const email = anAddress();
    await aGuest(email);
    await waitInVain();
    await shop.world.switches({ fault: '500', faults: '1000' });
    await settle();
    await shop.world.switches({ fault: '' });
    expect(await rowOf(email)).toMatchObject({ outcome: null });
    expect(await statusesOf(email)).toEqual(['trialing']);
    await settle();
    expect(await statusesOf(email)).toEqual(['canceled']);
    expect((await rowOf(email)).outcome).toBe('returned');
  }, 30_000);

  test('is either claimed or ended, even when both happen at the same time', async () => {
    const maya = await aPerson(shop.app, { email: anAddress() });
    await aGuest(maya.email);
    await waitInVain();
    const [claimed] = await Promise.all([
      maya.api.billing.claimPurchase.mutate().then(
        () => true,
        () => false,
      ),
      settle(),
    ]);
    await settle();
    expect(await statusesOf(maya.email)).toEqual([claimed ? 'trialing' : 'canceled']);
    expect((await rowOf(maya.email)).outcome).toBe(claimed ? 'claimed' : 'returned');
  });
});
