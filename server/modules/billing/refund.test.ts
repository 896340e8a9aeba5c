import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/billing/plans.ts';
import { buy } from '#tests/support/billing-world.ts';
import { refusal } from '#tests/support/chat.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { aPerson } from '#tests/support/people.ts';
import { aSubscriber, customerOf, removeAccount, subscriptionsOf } from '#tests/support/subscribers.ts';

const shop = inBillingWorld();

type Person = Awaited<ReturnType<typeof aPerson>>;
const billing = () => shop.app.container.services.billing;

describe('the guarantee', () => {
  const asked = (person: Person) => refusal(person.api.billing.requestRefund.mutate());

  test('gives everything back once and ends the plan', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    const { prorationAt } = await maya.api.billing.previewChange.query({ priceId: 'ultimate_monthly' });
    await maya.api.billing.changePlan.mutate({ priceId: 'ultimate_monthly', prorationAt });
    const state = await maya.api.billing.requestRefund.mutate();
    expect(state).toMatchObject({ plan: 'free', subscribed: false, refund: 'done', refundableUntil: null });
    const invoices = await maya.api.billing.invoices.query();
    expect(invoices.length).toBeGreaterThan(1);
    for (const { totalCents, refundedCents } of invoices) expect(refundedCents).toBe(totalCents);
    expect(await asked(maya)).toBe('REFUND_NOT_DUE');
    await buy(shop.world, maya, 'pro_monthly');
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ plan: 'pro', refundableUntil: null });
    expect(await asked(maya)).toBe('REFUND_NOT_DUE');
  });

  test('holds thirty days from the first payment', async () => {
    const maya = await aSubscriber(shop, 'pro_annual');
    shop.world.clock.advance(30 * DAY_MS - 60_000);
    expect((await billing().subscription(maya.userId)).refundableUntil).not.toBeNull();
    shop.world.clock.advance(60_000);
    expect((await billing().subscription(maya.userId)).refundableUntil).toBeNull();
    await expect(billing().requestRefund(maya.userId)).rejects.toMatchObject({ code: 'REFUND_NOT_DUE' });
  });

  test('asked for ten times at once is one refund', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => asked(maya)));
    expect(outcomes.filter((one) => one === 'accepted')).toHaveLength(1);
    const refunds = await shop.world.stripe.refunds.list({ limit: 100 });
    const customer = await customerOf(shop, maya);
    const charges = await shop.world.stripe.charges.list({ customer });
    const ids = new Set(charges.data.map(({ id }) => id));
    expect(refunds.data.filter(({ charge }) => typeof charge === 'string' && ids.has(charge))).toHaveLength(1);
  });

  test('leaves no credit behind that would pay for the next plan', async () => {
    const maya = await aSubscriber(shop, 'ultimate_annual');
    const { prorationAt } = await maya.api.billing.previewChange.query({ priceId: 'starter_monthly' });
    await maya.api.billing.changePlan.mutate({ priceId: 'starter_monthly', prorationAt });
    await maya.api.billing.requestRefund.mutate();
    const customer = await shop.world.stripe.customers.retrieve(await customerOf(shop, maya));
    expect('balance' in customer && customer.balance).toBe(0);
    await buy(shop.world, maya, 'pro_monthly');
    await maya.api.billing.refresh.mutate();
    const charges = await shop.world.stripe.charges.list({ customer: customer.id });
    expect(charges.data[0]).toMatchObject({ amount: 5_900, paid: true });
  });

  test('gives back what an earlier plan cost too, and counts from the mailbox’s first payment', async () => {
    const maya = await aPerson(shop.app, { email: 'karin.berg@gmail.com' });
    await buy(shop.world, maya, 'starter_monthly');
    await maya.api.billing.refresh.mutate();
    const [old] = await subscriptionsOf(shop, maya);
    await shop.world.stripe.subscriptions.cancel(old?.id ?? '');
    await maya.api.billing.refresh.mutate();
    shop.world.clock.advance(5 * DAY_MS);
    await buy(shop.world, maya, 'pro_monthly');
    expect((await maya.api.billing.refresh.mutate()).refundableUntil).not.toBeNull();
    await billing().requestRefund(maya.userId);
    for (const { totalCents, refundedCents } of await maya.api.billing.invoices.query())
      expect(refundedCents).toBe(totalCents);

    const nora = await aPerson(shop.app, { email: 'ida.lund@gmail.com' });
    await buy(shop.world, nora, 'pro_monthly');
    await nora.api.billing.refresh.mutate();
    await removeAccount(shop, nora);
    shop.world.clock.advance(40 * DAY_MS);
    const again = await aPerson(shop.app, { email: 'ida.lund+new@gmail.com' });
    await buy(shop.world, again, 'pro_monthly');
    expect((await again.api.billing.refresh.mutate()).refundableUntil).toBeNull();
    expect(await asked(again)).toBe('REFUND_NOT_DUE');
  });

  test('happens once for all the mailboxes that an account has had', async () => {
    const maya = await aPerson(shop.app, { email: 'first.box@gmail.com' });
    await buy(shop.world, maya, 'pro_monthly');
    await maya.api.billing.refresh.mutate();
    const moved = { email: 'second.box@gmail.com', email_lower: 'second.box@gmail.com' };
    await shop.app.db.updateTable('users').set(moved).where('id', '=', maya.userId).execute();
    await maya.api.billing.refresh.mutate();
    const [customer] = (await shop.world.stripe.customers.list({ email: moved.email })).data;
    expect(customer).toBeDefined();
    await maya.api.billing.requestRefund.mutate();
    await removeAccount(shop, maya);
    for (const email of ['first.box@gmail.com', 'secondbox@gmail.com']) {
      const again = await aPerson(shop.app, { email });
      await buy(shop.world, again, 'pro_monthly');
      await again.api.billing.refresh.mutate();
      expect(await asked(again)).toBe('REFUND_NOT_DUE');
    }
  });

  test('of one person waits for nobody else’s that cannot be done', async () => {
    const stuck = await aSubscriber(shop, 'pro_monthly');
    const maya = await aSubscriber(shop, 'pro_monthly');
    await shop.world.switches({ fault: '500', faults: '1000' });
    await stuck.api.billing.requestRefund.mutate();
    await maya.api.billing.requestRefund.mutate();
    await shop.world.switches({ fault: '' });
    const gone = { stripe_customer_id: 'cus_nobodyknowsme' };
    await shop.app.db.updateTable('stripe_customers').set(gone).where('user_id', '=', stuck.userId).execute();
    shop.world.clock.advance(61_000);
    await shop.app.container.processBilling();
    expect(await maya.api.billing.subscription.query()).toMatchObject({ refund: 'done', plan: 'free' });
  });

  test('that Stripe cannot carry out now is carried out later', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    await shop.world.switches({ fault: '500', faults: '1000' });
    expect(await maya.api.billing.requestRefund.mutate()).toMatchObject({ refund: 'underway' });
    await shop.world.switches({ fault: '' });
    shop.world.clock.advance(61_000);
    await shop.app.container.processBilling();
    expect(await maya.api.billing.subscription.query()).toMatchObject({ refund: 'done', plan: 'free' });
    expect((await maya.api.billing.invoices.query())[0]).toMatchObject({ refundedCents: 5_900 });
  });

  test('is not for who never paid, or whose mailbox had its money back in an account that is gone', async () => {
    const trying = await aSubscriber(shop, 'pro_monthly', { plan: 'trial' });
    expect(await asked(trying)).toBe('REFUND_NOT_DUE');
    const maya = await aPerson(shop.app, { email: 'nora.dahl@gmail.com' });
    await buy(shop.world, maya, 'pro_monthly');
    await maya.api.billing.refresh.mutate();
    await maya.api.billing.requestRefund.mutate();
    await removeAccount(shop, maya);
    const again = await aPerson(shop.app, { email: 'noradahl@gmail.com' });
    await buy(shop.world, again, 'pro_monthly');
    await again.api.billing.refresh.mutate();
    expect(await asked(again)).toBe('REFUND_NOT_DUE');
  });
});
