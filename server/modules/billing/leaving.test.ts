import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/billing/plans.ts';
import { isDeletionBegun } from '#db/queries/identity/accounts.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { refusal } from '#tests/support/refusal.ts';
import { endPauses, processBilling, purge } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { aSubscriber, customerOf, subscriptionsOf } from '#tests/support/subscribers.ts';

const shop = inBillingWorld();

type Person = Awaited<ReturnType<typeof aPerson>>;
async function askedToLeave() {
  const maya = await aSubscriber(shop, 'pro_annual');
  await maya.api.account.askDeletion.mutate();
  await processBilling(shop.app);
  // An earlier event may have caused this in the background already.
  await shop.app.container.jobs.idle();
  return maya;
}
/** The same person in another browser, signing in by password: sessions end along the way. */
async function again({ userId }: Person) {
  const client = { address: '203.0.113.7', userAgent: 'vitest' };
  const cookie = await shop.app.container.services.sessions.start(userId, { client, methods: ['password'] });
  return shop.app.browser({ cookie: cookie.split(';')[0] ?? '' });
}
const isThere = async ({ userId }: Person) =>
  (await shop.app.db.selectFrom('users').select('id').where('id', '=', userId).execute()).length === 1;
const lastEmail = async ({ email }: Person) => {
  await shop.app.container.jobs.idle();
  return shop.app.emails.findLast(({ to }) => to === email)?.text;
};

describe('an account that is deleted', () => {
  test('is not charged again while it waits, and is finally deleted at Stripe', async () => {
    const maya = await askedToLeave();
    const [live] = await subscriptionsOf(shop, maya);
    expect(live?.cancel_at).not.toBeNull();
    const customer = await customerOf(shop, maya);
    await shop.world.pass(31 * DAY_MS);
    await purge(shop.app);
    expect(await shop.world.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
    expect(await isThere(maya)).toBe(false);
  });
});

describe('a deletion that is undone', () => {
  test('leaves the plan canceled and says so, on screen and by email; keeping it is up to its owner', async () => {
    const maya = await askedToLeave();
    const { current } = await maya.api.billing.subscription.query();
    const { planEndsAt } = await maya.api.account.cancelDeletion.mutate();
    expect(planEndsAt).not.toBeNull();
    expect(planEndsAt).toBe(current?.cancelsAt);
    expect(await lastEmail(maya)).toMatch(
      /Your plan is still canceled, though\. The plan ends on \w+ \d+, 202\d, unless you choose “Keep my plan” on the billing page/,
    );
    const kept = await maya.api.billing.undoCancel.mutate();
    expect(kept.current?.cancelsAt).toBeNull();
  });

  test('without a plan, or before Stripe was told, doesn’t mention plans', async () => {
    const tomas = await aPerson(shop.app);
    await tomas.api.account.askDeletion.mutate();
    expect(await tomas.api.account.cancelDeletion.mutate()).toEqual({ planEndsAt: null });
    expect(await lastEmail(tomas)).toContain('everything in it is still there.');
    const maya = await aSubscriber(shop, 'pro_annual');
    // An event of the purchase that arrives now would tell Stripe of the deletion too early.
    shop.world.acceptWebhooks(false);
    await shop.app.container.jobs.idle();
    await maya.api.account.askDeletion.mutate();
    expect(await maya.api.account.cancelDeletion.mutate()).toEqual({ planEndsAt: null });
    await processBilling(shop.app);
    expect((await maya.api.billing.refresh.mutate()).current?.cancelsAt).toBeNull();
  });
});

describe('a deletion that is due', () => {
  test('and undone at the same moment either happens completely or not at all', async () => {
    for (let round = 0; round < 4; round += 1) {
      const maya = await askedToLeave();
      const customer = await customerOf(shop, maya);
      shop.world.clock.advance(14 * DAY_MS);
      const browser = await again(maya);
      const [taken] = await Promise.all([refusal(browser.api.account.cancelDeletion.mutate()), purge(shop.app)]);
      await purge(shop.app);
      const atStripe = await shop.world.stripe.customers.retrieve(customer);
      expect(await isThere(maya)).toBe(taken === 'accepted');
      expect(atStripe.deleted ?? false).toBe(taken !== 'accepted');
    }
  });

  test('can’t be undone once Stripe was asked to delete, and is retried until it is done', async () => {
    const maya = await askedToLeave();
    const customer = await customerOf(shop, maya);
    shop.world.clock.advance(14 * DAY_MS);
    await shop.world.switches({ fault: '500', faults: '1000' });
    await purge(shop.app);
    expect(await isThere(maya)).toBe(true);
    expect(await refusal(maya.api.billing.terms.query())).toBe('UNAUTHENTICATED');
    const browser = await again(maya);
    expect(await refusal(browser.api.account.cancelDeletion.mutate())).toBe('NOT_FOUND');
    await shop.world.switches({ fault: '' });
    await endPauses(shop.app.db);
    await purge(shop.app);
    expect(await isThere(maya)).toBe(false);
    // A request to keep the account that comes this late must not hear that it is kept.
    expect(await isDeletionBegun(shop.app.db, maya.userId)).toBe(true);
    expect(await shop.world.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
    expect(shop.app.emails.at(-1)).toMatchObject({ to: maya.email, subject: 'Your Tenfold account has been deleted' });
  }, 30_000);
});
