import { beforeEach, describe, expect, test } from 'vitest';
import { buy } from '#tests/support/billing-world.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { reconcile } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { aSubscriber, subscriptionsOf } from '#tests/support/subscribers.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createReconciliation } from './reconciliation.ts';

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
      log: app.container.log,
      sync,
    });

  const run = { signal: new AbortController().signal };

  test('continues after failing for one person', async () => {
    let isFirst = true;
    const sync = async (userId: string) => {
      read.push(userId);
      if (isFirst) throw new Error(`Stripe does not answer ${(isFirst = false)}`);
    };
    await aProcess(sync).nightly(run);
    expect(read).toHaveLength(3);
  });

  test('that failed for everyone counts as failed, so that it is repeated', async () => {
    const nightly = aProcess(() => Promise.reject(new Error('Stripe is silent'))).nightly(run);
    await expect(nightly).rejects.toThrow('Stripe did not answer for most customers');
  });

  test('ends between two people when its process stops', async () => {
    const stopping = new AbortController();
    const nightly = aProcess(async (userId) => {
      read.push(userId);
      stopping.abort(new Error('stopping'));
    }).nightly({ signal: stopping.signal });
    await expect(nightly).rejects.toThrow('stopping');
    expect(read).toHaveLength(1);
  });
});

describe('the nightly check at Stripe', () => {
  const shop = inBillingWorld();

  test('finds and repairs what no event reported', async () => {
    shop.world.acceptWebhooks(false);
    const maya = await aSubscriber(shop, 'pro_monthly');
    const nora = await aSubscriber(shop, 'starter_monthly');
    const [live] = await subscriptionsOf(shop, maya);
    await shop.world.stripe.subscriptions.cancel(live?.id ?? '');
    await shop.app.db
      .updateTable('profiles')
      .set({ subscription_tier: 'ultimate' })
      .where('user_id', '=', nora.userId)
      .execute();
    const { billing } = shop.app.container.services;
    expect(new Set(await billing.reconcile())).toEqual(new Set([maya.userId, nora.userId]));
    expect((await nora.api.billing.subscription.query()).plan).toBe('starter');
    expect(await billing.reconcile()).toEqual([]);
  });

  test('reads a person for whom no event ever arrived', async () => {
    shop.world.acceptWebhooks(false);
    const maya = await aPerson(shop.app);
    await buy(shop.world, maya, 'pro_monthly');
    await reconcile(shop.app);
    expect(await maya.api.billing.subscription.query()).toMatchObject({ plan: 'pro' });
  });
});
