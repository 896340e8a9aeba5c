import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/billing/plans.ts';
import { listDeadLetters } from '#db/queries/jobs/job-overview.ts';
import { retryDeadLetters } from '#server/jobs/dead-letters.ts';
import { createLog } from '#server/lib/log.ts';
import { buy, CARDS } from '#tests/support/billing-world.ts';
import { refusal } from '#tests/support/refusal.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { endPauses, leaveOneRetry, pauseOf, processBilling, sendEmails, unfinishedJobs } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { aSubscriber, customerOf, removeAccount, subscriptionsOf } from '#tests/support/subscribers.ts';

const shop = inBillingWorld();

type Person = Awaited<ReturnType<typeof aPerson>>;
const billing = () => shop.app.container.services.billing;

describe('the guarantee', () => {
  const asked = (person: Person) => refusal(person.api.billing.requestRefund.mutate());

  test('refunds everything once and ends the plan', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    const { prorationAt } = await maya.api.billing.previewChange.query({ priceId: 'ultimate_monthly' });
    await maya.api.billing.changePlan.mutate({ priceId: 'ultimate_monthly', prorationAt });
    const { amountCents } = await maya.api.billing.previewRefund.query();
    expect(amountCents).toBe(9_700);
    const state = await maya.api.billing.requestRefund.mutate();
    expect(state).toMatchObject({ plan: 'free', subscribed: false, refund: 'done', refundableUntil: null });
    const invoices = await maya.api.billing.invoices.query();
    expect(invoices.length).toBeGreaterThan(1);
    for (const { totalCents, refundedCents } of invoices) expect(refundedCents).toBe(totalCents);
    expect(invoices.reduce((cents, { refundedCents }) => cents + refundedCents, 0)).toBe(amountCents);
    expect(await refusal(maya.api.billing.previewRefund.query())).toBe('REFUND_NOT_DUE');
    expect(await asked(maya)).toBe('REFUND_NOT_DUE');
    await buy(shop.world, maya, 'pro_monthly');
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ plan: 'pro', refundableUntil: null });
    expect(await asked(maya)).toBe('REFUND_NOT_DUE');
  });

  test('is available for thirty days from the first payment', async () => {
    const maya = await aSubscriber(shop, 'pro_annual');
    shop.world.clock.advance(30 * DAY_MS - 60_000);
    expect((await billing().subscription(maya.userId)).refundableUntil).not.toBeNull();
    shop.world.clock.advance(60_000);
    expect((await billing().subscription(maya.userId)).refundableUntil).toBeNull();
    await expect(billing().requestRefund(maya.userId)).rejects.toMatchObject({ code: 'REFUND_NOT_DUE' });
  });

  test('requested ten times at once makes one refund', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => asked(maya)));
    expect(outcomes.filter((one) => one === 'accepted')).toHaveLength(1);
    const refunds = await shop.world.stripe.refunds.list({ limit: 100 });
    const customer = await customerOf(shop, maya);
    const charges = await shop.world.stripe.charges.list({ customer });
    const ids = new Set(charges.data.map(({ id }) => id));
    expect(refunds.data.filter(({ charge }) => typeof charge === 'string' && ids.has(charge))).toHaveLength(1);
  });

  test('leaves no credit that would pay for the next plan', async () => {
    const maya = await aSubscriber(shop, 'ultimate_annual');
    const { prorationAt } = await maya.api.billing.previewChange.query({ priceId: 'starter_monthly' });
    await maya.api.billing.changePlan.mutate({ priceId: 'starter_monthly', prorationAt });
    const { creditCents } = await maya.api.billing.previewRefund.query();
    expect(creditCents).toBe((await maya.api.billing.subscription.query()).creditCents);
    await maya.api.billing.requestRefund.mutate();
    const customer = await shop.world.stripe.customers.retrieve(await customerOf(shop, maya));
    expect('balance' in customer && customer.balance).toBe(0);
    await buy(shop.world, maya, 'pro_monthly');
    await maya.api.billing.refresh.mutate();
    const charges = await shop.world.stripe.charges.list({ customer: customer.id });
    expect(charges.data[0]).toMatchObject({ amount: 5_900, paid: true });
  });

  test('refunds an earlier plan too, and counts from the mailbox’s first payment', async () => {
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

  test('applies once across all mailboxes an account has had', async () => {
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

  test('for one person does not wait for another’s failing refund', async () => {
    const stuck = await aSubscriber(shop, 'pro_monthly');
    const maya = await aSubscriber(shop, 'pro_monthly');
    await shop.world.switches({ fault: '500', faults: '1000' });
    await stuck.api.billing.requestRefund.mutate();
    await maya.api.billing.requestRefund.mutate();
    await shop.world.switches({ fault: '' });
    const gone = { stripe_customer_id: 'cus_nobodyknowsme' };
    await shop.app.db.updateTable('stripe_customers').set(gone).where('user_id', '=', stuck.userId).execute();
    shop.world.clock.advance(61_000);
    await processBilling(shop.app);
    expect(await maya.api.billing.subscription.query()).toMatchObject({ refund: 'done', plan: 'free' });
  });

  describe('of a payment that was disputed with the bank', () => {
    const OPERATOR = 'support@tenfold.example';
    const emailsTo = (address: string) => shop.app.emails.filter(({ to }) => to === address);

    test('is abandoned: the plan ends, the customer reads why, and the operator is told once', async () => {
      const maya = await aSubscriber(shop, 'pro_monthly', { card: CARDS.disputed });
      expect(await maya.api.billing.previewRefund.query()).toMatchObject({ amountCents: 0, disputedCents: 5_900 });
      const requested = await maya.api.billing.requestRefund.mutate();
      expect(requested).toMatchObject({ refund: 'disputed', refundedCents: 0, plan: 'free' });
      expect(await maya.api.billing.invoices.query()).toMatchObject([{ refundedCents: 0, disputedCents: 5_900 }]);
      for (let round = 0; round < 3; round += 1) {
        shop.world.clock.advance(61_000);
        await processBilling(shop.app);
      }
      expect(await maya.api.billing.subscription.query()).toMatchObject({ refund: 'disputed', plan: 'free' });
      const [told, ...more] = emailsTo(OPERATOR);
      expect(more).toEqual([]);
      expect(told?.subject).toBe('Tenfold couldn’t refund a disputed payment of $59.00');
      expect(told?.text).toContain(`Customer: ${await customerOf(shop, maya)}`);
      expect(told?.text).toContain(`${maya.email} asked for their money back`);
      await sendEmails(shop.app);
      const subjects = emailsTo(maya.email).map(({ subject }) => subject);
      expect(subjects).toContain('Your Tenfold refund of $59.00 is up to your bank');
    });

    test('doesn’t keep the customer’s other payments from being refunded', async () => {
      const maya = await aSubscriber(shop, 'starter_monthly');
      const [old] = await subscriptionsOf(shop, maya);
      await shop.world.stripe.subscriptions.cancel(old?.id ?? '');
      await maya.api.billing.refresh.mutate();
      await buy(shop.world, maya, 'pro_monthly', CARDS.disputed);
      await maya.api.billing.refresh.mutate();
      const preview = await maya.api.billing.previewRefund.query();
      expect(preview).toMatchObject({ amountCents: 2_900, disputedCents: 5_900 });
      expect(await maya.api.billing.requestRefund.mutate()).toMatchObject({ refundedCents: 2_900 });
      const returned = (await maya.api.billing.invoices.query()).map((line) => [
        line.refundedCents,
        line.disputedCents,
      ]);
      expect(returned).toEqual(
        expect.arrayContaining([
          [0, 5_900],
          [2_900, 0],
        ]),
      );
      await sendEmails(shop.app);
      const email = emailsTo(maya.email).find(({ subject }) => subject === 'Your Tenfold refund: $29.00');
      expect(email?.text).toContain('You disputed another $59.00 with your bank');
    });

    test('is closed only once the mail server has the operator’s email', async () => {
      const maya = await aSubscriber(shop, 'pro_monthly', { card: CARDS.disputed });
      shop.app.refusedMailboxes.add(OPERATOR);
      expect(await maya.api.billing.requestRefund.mutate()).toMatchObject({ refund: 'underway' });
      shop.app.refusedMailboxes.clear();
      shop.world.clock.advance(61_000);
      await processBilling(shop.app);
      expect(await maya.api.billing.subscription.query()).toMatchObject({ refund: 'disputed' });
      expect(emailsTo(OPERATOR)).toHaveLength(1);
    });
  });

  test('is retried later if Stripe cannot refund now', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    await shop.world.switches({ fault: '500', faults: '1000' });
    expect(await maya.api.billing.requestRefund.mutate()).toMatchObject({ refund: 'underway' });
    await shop.world.switches({ fault: '' });
    shop.world.clock.advance(61_000);
    await processBilling(shop.app);
    expect(await maya.api.billing.subscription.query()).toMatchObject({ refund: 'done', plan: 'free' });
    expect((await maya.api.billing.invoices.query())[0]).toMatchObject({ refundedCents: 5_900 });
  });

  test('that Stripe keeps refusing is retried after pauses that grow, until it is given up where the operator sees it', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    shop.world.acceptWebhooks(false);
    await shop.world.switches({ fault: '401', faults: '1000' });
    await maya.api.billing.requestRefund.mutate();
    const refunds = async () =>
      (await unfinishedJobs(shop.app.db)).filter(({ queue }) => queue === 'refund').map(({ retries }) => retries);
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      shop.world.clock.advance(61_000);
      await shop.app.container.jobs.runDue(['refund']);
      expect(await refunds()).toEqual([attempt]);
      pauses.push(await pauseOf(shop.app.db, 'refund'));
      await endPauses(shop.app.db);
    }
    expect(pauses[1]).toBeGreaterThan(3);
    expect(pauses[2]).toBeGreaterThan(6);

    await leaveOneRetry(shop.app.db);
    await shop.app.container.jobs.runDue(['refund']);
    expect(await listDeadLetters(shop.app.db, 10)).toMatchObject([
      { queue: 'refund', payload: { userId: maya.userId } },
    ]);
    const ready = await shop.app.app.request('/health/ready');
    expect(await ready.json()).toEqual({ status: 'degraded', deadLetters: ['refund'] });

    await shop.world.switches({ fault: '' });
    await retryDeadLetters(shop.app.database.jobStore, null, createLog('silent'));
    await processBilling(shop.app);
    expect(await maya.api.billing.subscription.query()).toMatchObject({ refund: 'done', plan: 'free' });
  });

  test('doesn’t apply to people who never paid, or whose mailbox was refunded in a deleted account', async () => {
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
