import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/billing/plans.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { aPerson } from '#tests/support/people.ts';
import { aSubscriber, customerOf, subscriptionsOf } from '#tests/support/subscribers.ts';

const shop = inBillingWorld();
type Person = Awaited<ReturnType<typeof aPerson>>;
/** Sessions don't last for a month; the account does. */
const billing = () => shop.app.container.services.billing;

/** A customer whose plan is over, with `creditCents` left. */
async function aFormerCustomer(creditCents: number) {
  const maya = await aSubscriber(shop, 'starter_monthly');
  const customer = await customerOf(shop, maya);
  await shop.world.stripe.customers.update(customer, { balance: -creditCents });
  for (const { id } of await subscriptionsOf(shop, maya)) await shop.world.stripe.subscriptions.cancel(id);
  await shop.world.pass(31 * DAY_MS);
  await billing().refresh(maya.userId);
  return { userId: maya.userId, customer };
}

describe('credit left over from a plan that is over', () => {
  test('is stated by the account and the checkout, and pays for the next plan', async () => {
    const { userId } = await aFormerCustomer(6_800);
    expect(await billing().subscription(userId)).toMatchObject({ current: null, creditCents: 6_800 });
    expect(await billing().terms(userId)).toMatchObject({ creditCents: 6_800, hasLivePlan: false });
    const shown = { expectedFirstCents: 5_900, expectedCreditCents: 6_800 };
    const { url } = await billing().checkout(userId, { priceId: 'pro_monthly', ...shown });
    await shop.world.pay(url);
    expect(await billing().refresh(userId)).toMatchObject({ plan: 'pro', creditCents: 900 });
    expect((await billing().invoices(userId))[0]).toMatchObject({ totalCents: 5_900, status: 'paid' });
  });

  test('that has changed since the summary was drawn refuses the checkout before payment', async () => {
    const { userId, customer } = await aFormerCustomer(6_800);
    await shop.world.stripe.customers.update(customer, { balance: -100 });
    const stale = { priceId: 'pro_monthly', expectedFirstCents: 5_900, expectedCreditCents: 6_800 } as const;
    await expect(billing().checkout(userId, stale)).rejects.toMatchObject({ code: 'CREDIT_CHANGED' });
    expect((await billing().terms(userId)).creditCents).toBe(100);
  });
});

describe('the guarantee at the checkout', () => {
  const guaranteeOf = async ({ userId }: Pick<Person, 'userId'>) => (await billing().terms(userId)).guarantee;
  const endNow = async (person: Person) => {
    for (const { id } of await subscriptionsOf(shop, person)) await shop.world.stripe.subscriptions.cancel(id);
    await person.api.billing.refresh.mutate();
  };

  test('begins with the first payment for someone who has never paid', async () => {
    expect(await guaranteeOf(await aPerson(shop.app, { plan: 'trial' }))).toEqual({ until: null });
  });

  test('has its date for someone who comes back within thirty days, and is not mentioned after that', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    const until = (await maya.api.billing.subscription.query()).refundableUntil;
    await endNow(maya);
    expect(await guaranteeOf(maya)).toEqual({ until });
    shop.world.clock.advance(30 * DAY_MS);
    expect(await guaranteeOf(maya)).toBeNull();
  });

  test('is not mentioned to someone who has used it', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    await maya.api.billing.requestRefund.mutate();
    expect(await guaranteeOf(maya)).toBeNull();
  });
});
