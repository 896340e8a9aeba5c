import { describe, expect, test } from 'vitest';
import { CARDS } from '#tests/support/billing-world.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { processBilling } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { SESSION_MS } from './checkout.ts';

const shop = inBillingWorld();
const MINUTE_MS = 60_000;

type Person = Awaited<ReturnType<typeof aPerson>>;
const planOf = async ({ api }: Person) => (await api.billing.subscription.query()).plan;
const openPageOf = async (person: Person) => (await person.api.billing.checkout.mutate({ priceId: 'pro_monthly' })).url;

describe('CHECKOUT-10: a purchase whose event was lost and whose success page was never opened', () => {
  test('is found by the next poll', async () => {
    shop.world.acceptWebhooks(false);
    const maya = await aPerson(shop.app);
    const url = await openPageOf(maya);
    expect(await planOf(maya)).toBe('free');
    await shop.world.pay(url, { card: CARDS.good });
    // Stripe is asked at most once a minute.
    expect(await planOf(maya)).toBe('free');
    shop.world.clock.advance(MINUTE_MS);
    expect(await planOf(maya)).toBe('pro');
    expect(await shop.app.db.selectFrom('checkouts').select('id').execute()).toEqual([]);
  });

  test('is found when the pay page expires, even if nobody polls', async () => {
    shop.world.acceptWebhooks(false);
    const [maya, nora] = [await aPerson(shop.app), await aPerson(shop.app)];
    await shop.world.pay(await openPageOf(maya), { card: CARDS.good });
    await openPageOf(nora);
    await processBilling(shop.app);
    expect((await maya.api.profile.get.query()).access.tier).toBe('free');
    shop.world.clock.advance(SESSION_MS + MINUTE_MS);
    await processBilling(shop.app);
    expect((await maya.api.profile.get.query()).access.tier).toBe('pro');
    // Nobody asks about an abandoned page again.
    expect(await shop.app.db.selectFrom('checkouts').select('id').execute()).toEqual([]);
  });
});
