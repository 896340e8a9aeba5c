import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS } from '#contract/billing/plans.ts';
import { buy } from '#tests/support/billing-world.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { aPerson } from '#tests/support/people.ts';
import { aSubscriber, subscriptionsOf } from '#tests/support/subscribers.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createReconciliation } from './reconciliation.ts';

const MINUTE_MS = 60_000;

describe('the nightly check', () => {
  let app: TestApp;
  const read: string[] = [];
  beforeEach(async () => {
    app = await createTestApp();
    read.length = 0;
    for (const id of ['cus_one', 'cus_two', 'cus_three']) {
      const { userId } = await aPerson(app);
      const customer = { stripe_customer_id: id, user_id: userId, is_primary: true, created_at: app.clock.current() };
      await app.db.insertInto('stripe_customers').values(customer).execute();
    }
  });
  const aProcess = (sync: (userId: string) => Promise<void> = async (userId) => void read.push(userId)) =>
    createReconciliation({
      db: app.db,
      clock: app.clock,
      log: app.container.log,
      sync,
    });

  test('is done once a day, by one of two processes', async () => {
    await Promise.all([aProcess().nightly(), aProcess().nightly()]);
    expect(new Set(read).size).toBe(3);
    expect(read).toHaveLength(3);
    app.clock.advance(DAY_MS - 1);
    await aProcess().nightly();
    expect(read).toHaveLength(3);
    app.clock.advance(1);
    await aProcess().nightly();
    expect(read).toHaveLength(6);
  });

  test('goes on after somebody whom it fails for', async () => {
    let isFirst = true;
    const sync = async (userId: string) => {
      read.push(userId);
      if (isFirst) throw new Error(`Stripe does not answer ${(isFirst = false)}`);
    };
    await aProcess(sync).nightly();
    expect(read).toHaveLength(3);
  });

  test('that Stripe answered for nobody is done again within the hour', async () => {
    await aProcess(() => Promise.reject(new Error('Stripe is silent'))).nightly();
    app.clock.advance(60 * MINUTE_MS);
    await aProcess().nightly();
    expect(read).toHaveLength(3);
  });

  test('of a process that dies is done by another within the hour', async () => {
    void aProcess(() => new Promise(() => undefined)).nightly();
    await vi.waitFor(async () => expect(await app.db.selectFrom('chores').select('name').execute()).toHaveLength(1));
    app.clock.advance(14 * MINUTE_MS);
    await aProcess().nightly();
    expect(read).toEqual([]);
    app.clock.advance(MINUTE_MS);
    await aProcess().nightly();
    expect(read).toHaveLength(3);
  });
});

describe('the nightly check at Stripe', () => {
  const shop = inBillingWorld();

  test('finds and mends what no event told', async () => {
    shop.world.hear(false);
    const maya = await aSubscriber(shop, 'pro_monthly');
    const nora = await aSubscriber(shop, 'starter_monthly');
    const [live] = await subscriptionsOf(shop, maya);
    await shop.world.stripe.subscriptions.cancel(live?.id ?? '');
    await shop.app.db
      .updateTable('profiles')
      .set({ subscription_tier: 'ultimate' })
      .where('user_id', '=', nora.userId)
      .execute();
    const { reconcile } = shop.app.container.services.billing;
    expect(new Set(await reconcile())).toEqual(new Set([maya.userId, nora.userId]));
    expect((await nora.api.billing.subscription.query()).plan).toBe('starter');
    expect(await reconcile()).toEqual([]);
  });

  test('reads somebody of whom nothing was ever told', async () => {
    shop.world.hear(false);
    const maya = await aPerson(shop.app);
    await buy(shop.world, maya, 'pro_monthly');
    await shop.app.container.reconcile();
    expect(await maya.api.billing.subscription.query()).toMatchObject({ plan: 'pro' });
  });
});
