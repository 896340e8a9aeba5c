import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/billing/plans.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { refusal } from '#tests/support/chat.ts';
import { aPerson } from '#tests/support/people.ts';
import { aSubscriber, customerOf, subscriptionsOf } from '#tests/support/subscribers.ts';

const shop = inBillingWorld();

type Person = Awaited<ReturnType<typeof aPerson>>;
async function askedToLeave() {
  const maya = await aSubscriber(shop, 'pro_annual');
  await maya.api.account.askDeletion.mutate();
  await shop.app.container.processBilling();
  // What Stripe said before may have taken this along in the background.
  await shop.app.container.services.billing.idle();
  return maya;
}
/** The same person at another browser, with a password no more: sessions end in between. */
async function again({ userId }: Person) {
  const client = { address: '203.0.113.7', userAgent: 'vitest' };
  const cookie = await shop.app.container.services.sessions.start(userId, { client, methods: ['password'] });
  return shop.app.browser({ cookie: cookie.split(';')[0] ?? '' });
}
const isThere = async ({ userId }: Person) =>
  (await shop.app.db.selectFrom('users').select('id').where('id', '=', userId).execute()).length === 1;
const lastMail = async ({ email }: Person) => {
  await shop.app.container.services.securityLog.idle();
  return shop.app.mails.findLast(({ to }) => to === email)?.text;
};

describe('an account that is deleted', () => {
  test('is not charged again while it waits, and Stripe forgets it in the end', async () => {
    const maya = await askedToLeave();
    const [live] = await subscriptionsOf(shop, maya);
    expect(live?.cancel_at).not.toBeNull();
    const customer = await customerOf(shop, maya);
    await shop.world.pass(31 * DAY_MS);
    await shop.app.container.purge();
    expect(await shop.world.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
    expect(await isThere(maya)).toBe(false);
  });
});

describe('a deletion that is taken back', () => {
  test('says that the plan is still cancelled, on the screen and by mail, and undoing that is up to them', async () => {
    const maya = await askedToLeave();
    const { current } = await maya.api.billing.subscription.query();
    const { planEndsAt } = await maya.api.account.cancelDeletion.mutate();
    expect(planEndsAt).not.toBeNull();
    expect(planEndsAt).toBe(current?.cancelsAt);
    expect(await lastMail(maya)).toMatch(
      /your plan stays cancelled\. The plan ends on \d+ \w+ 202\d, unless you choose “Keep my plan” on the billing page/,
    );
    const kept = await maya.api.billing.undoCancel.mutate();
    expect(kept.current?.cancelsAt).toBeNull();
  });

  test('without a plan, or before Stripe heard of it, says nothing of plans', async () => {
    const tomas = await aPerson(shop.app);
    await tomas.api.account.askDeletion.mutate();
    expect(await tomas.api.account.cancelDeletion.mutate()).toEqual({ planEndsAt: null });
    expect(await lastMail(tomas)).toContain('Nothing in it was touched.');
    const maya = await aSubscriber(shop, 'pro_annual');
    await maya.api.account.askDeletion.mutate();
    expect(await maya.api.account.cancelDeletion.mutate()).toEqual({ planEndsAt: null });
    await shop.app.container.processBilling();
    expect((await maya.api.billing.refresh.mutate()).current?.cancelsAt).toBeNull();
  });
});

describe('a deletion that is due', () => {
  test('and taken back at the same moment is either done whole or not at all', async () => {
    for (let round = 0; round < 4; round += 1) {
      const maya = await askedToLeave();
      const customer = await customerOf(shop, maya);
      shop.world.clock.advance(14 * DAY_MS);
      const browser = await again(maya);
      const [taken] = await Promise.all([
        refusal(browser.api.account.cancelDeletion.mutate()),
        shop.app.container.purge(),
      ]);
      await shop.app.container.purge();
      const atStripe = await shop.world.stripe.customers.retrieve(customer);
      expect(await isThere(maya)).toBe(taken === 'accepted');
      expect(atStripe.deleted ?? false).toBe(taken !== 'accepted');
    }
  });

  test('is begun once Stripe was asked to forget: it is too late then, and tried until it is done', async () => {
    const maya = await askedToLeave();
    const customer = await customerOf(shop, maya);
    shop.world.clock.advance(14 * DAY_MS);
    await shop.world.switches({ fault: '500', faults: '1000' });
    await shop.app.container.purge();
    expect(await isThere(maya)).toBe(true);
    expect(await refusal(maya.api.billing.terms.query())).toBe('UNAUTHENTICATED');
    const browser = await again(maya);
    expect(await refusal(browser.api.account.cancelDeletion.mutate())).toBe('NOT_FOUND');
    await shop.world.switches({ fault: '' });
    await shop.app.container.purge();
    expect(await isThere(maya)).toBe(false);
    expect(await shop.world.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
    expect(shop.app.mails.at(-1)).toMatchObject({ to: maya.email, subject: 'Your Tenfold account is deleted' });
  }, 30_000);
});
