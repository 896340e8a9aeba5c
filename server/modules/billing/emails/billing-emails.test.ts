import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/billing/plans.ts';
import { buy } from '#tests/support/billing-world.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { endPauses, sendEmails } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { aSubscriber, customerOf, subscriptionsOf } from '#tests/support/subscribers.ts';

const HOUR_MS = DAY_MS / 24;
const shop = inBillingWorld();
type Person = Awaited<ReturnType<typeof aPerson>>;

/** The emails to a person since the last call, sent by everyone who might: polls, events and two runs of the job. */
async function emailsTo(person: Person) {
  const { billing } = shop.app.container.services;
  await shop.app.container.jobs.idle();
  await billing.refresh(person.userId);
  await sendEmails(shop.app);
  await billing.refresh(person.userId);
  await sendEmails(shop.app);
  const theirs = shop.app.emails.filter(({ to }) => to === person.email);
  shop.app.emails.length = 0;
  return theirs;
}
const subjects = async (person: Person) => (await emailsTo(person)).map(({ subject }) => subject).toSorted();

describe('emails about money, each sent once', () => {
  test('a purchase is confirmed, and its receipt has the invoice attached', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    const [purchase, receipt] = (await emailsTo(maya)).toSorted((a, b) => a.subject.localeCompare(b.subject));
    expect(purchase?.subject).toBe('Your Tenfold Pro plan is active');
    expect(purchase?.text).toContain('Price: $59.00 a month');
    expect(purchase?.text).toContain('Card: Visa ending in 4242');
    expect(receipt?.subject).toBe('Your Tenfold receipt: $59.00');
    expect(receipt?.text).toContain('Card: Visa ending in 4242');
    expect(receipt?.attachments).toMatchObject([{ contentType: 'application/pdf' }]);
    expect(receipt?.attachments?.[0]?.filename).toMatch(/^invoice-[\w-]+\.pdf$/);
    expect(Buffer.from(receipt?.attachments?.[0]?.content ?? []).toString('latin1')).toMatch(/^%PDF-/);
    expect(await emailsTo(maya)).toEqual([]);
  });

  test('a plan chosen during a trial says what is charged at its end, or that there is no card', async () => {
    const [maya, nora] = [
      await aSubscriber(shop, 'pro_monthly', { plan: 'trial' }),
      await aSubscriber(shop, 'pro_monthly', { plan: 'trial', card: null }),
    ];
    await sendEmails(shop.app);
    const textTo = ({ email }: Person) => shop.app.emails.find(({ to }) => to === email)?.text;
    expect(shop.app.emails.map(({ subject }) => subject)).toEqual(['You chose Tenfold Pro', 'You chose Tenfold Pro']);
    expect(textTo(maya)).toContain('we charge $59.00 that day');
    expect(textTo(nora)).toContain('if you add a card by then');
  });

  test('a change, a cancellation and its undoing are confirmed', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    await emailsTo(maya);
    const { prorationAt } = await maya.api.billing.previewChange.query({ priceId: 'ultimate_monthly' });
    await maya.api.billing.changePlan.mutate({ priceId: 'ultimate_monthly', prorationAt });
    expect(await subjects(maya)).toEqual([
      expect.stringContaining('Your Tenfold plan is now Ultimate, monthly'),
      expect.stringMatching(/^Your Tenfold receipt: \$/),
    ]);
    await maya.api.billing.cancel.mutate();
    const [canceled] = await emailsTo(maya);
    expect(canceled?.subject).toMatch(/^You canceled Tenfold Ultimate: it ends on \w+ \d+, \d{4}$/);
    await maya.api.billing.undoCancel.mutate();
    expect(await subjects(maya)).toEqual(["You're keeping Tenfold Ultimate"]);
    // The same again is another occasion.
    await maya.api.billing.cancel.mutate();
    expect(await subjects(maya)).toEqual([expect.stringContaining('You canceled Tenfold Ultimate')]);
  });

  test('a cancellation that was undone before its email went out sends neither', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    await emailsTo(maya);
    await maya.api.billing.cancel.mutate();
    await maya.api.billing.undoCancel.mutate();
    expect(await subjects(maya)).toEqual(["You're keeping Tenfold Pro"]);
  });

  test('a refund names its amount', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    await emailsTo(maya);
    await maya.api.billing.requestRefund.mutate();
    const [refund, ...more] = await emailsTo(maya);
    expect(more).toEqual([]);
    expect(refund?.subject).toBe('Your Tenfold refund: $59.00');
    expect(refund?.text).toContain('Card: Visa ending in 4242');
  });

  test('a refund made by hand in Stripe’s dashboard is announced once, and ours not a second time', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    await emailsTo(maya);
    const customer = await customerOf(shop, maya);
    const [charge] = (await shop.world.stripe.charges.list({ customer })).data;
    await shop.world.stripe.refunds.create({ charge: charge?.id ?? '', reason: 'requested_by_customer' });
    const [refund, ...more] = await emailsTo(maya);
    expect(more).toEqual([]);
    expect(refund?.subject).toBe('Your Tenfold refund: $59.00');
    expect(refund?.text).toContain('We sent $59.00 back to the card you paid with.');
    expect(refund?.text).not.toContain('your plan has ended');
    await maya.api.billing.refresh.mutate();
    expect(await emailsTo(maya)).toEqual([]);
    const nora = await aSubscriber(shop, 'starter_monthly');
    await emailsTo(nora);
    await nora.api.billing.requestRefund.mutate();
    await nora.api.billing.refresh.mutate();
    expect(await subjects(nora)).toEqual(['Your Tenfold refund: $29.00']);
  });

  test('an annual plan’s renewal is announced a week ahead with the amount, in the person’s time zone', async () => {
    const maya = await aSubscriber(shop, 'pro_annual');
    await shop.app.db.updateTable('profiles').set({ time_zone: 'Pacific/Auckland', language: 'en-GB' }).execute();
    await emailsTo(maya);
    await shop.world.pass(357 * DAY_MS);
    expect(await emailsTo(maya)).toEqual([]);
    await shop.world.pass(DAY_MS);
    const [renewal, ...more] = await emailsTo(maya);
    expect(more).toEqual([]);
    // It renews at 9:00 UTC on November 16, which is the evening there.
    expect(renewal?.subject).toBe('Your Tenfold Pro plan renews on 16 November 2027');
    expect(renewal?.text).toContain('we charge $588.00 that day');
    expect(renewal?.text).toContain('Card: Visa ending in 4242');
  });

  test('a payment that is only noticed days later still gets its receipt', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly', { plan: 'trial' });
    await emailsTo(maya);
    shop.world.acceptWebhooks(false);
    await shop.world.pass(14 * DAY_MS);
    expect(await subjects(maya)).toEqual(['Your Tenfold receipt: $59.00']);
  });

  test('a monthly plan’s renewal only sends its receipt', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    await emailsTo(maya);
    await shop.world.pass(31 * DAY_MS);
    expect(await subjects(maya)).toEqual(['Your Tenfold receipt: $59.00']);
  });

  test('a failed payment is announced on days 0, 3 and 6, with the amount and a link to pay, and then the end', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    await emailsTo(maya);
    const customer = await customerOf(shop, maya);
    const bad = await shop.world.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    const [subscription] = await subscriptionsOf(shop, maya);
    await shop.world.stripe.subscriptions.update(subscription?.id ?? '', { default_payment_method: bad.id });
    await shop.world.pass(31 * DAY_MS);
    const [failed, ...none] = await emailsTo(maya);
    expect(none).toEqual([]);
    expect(failed?.subject).toMatch(/^Your Tenfold payment failed: update your card before \w+ \d+, \d+$/);
    expect(failed?.text).toContain('The last payment of $59.00');
    expect(failed?.text).toContain('Card: Visa ending in 0341');
    expect(failed?.text).toMatch(/Pay \$59\.00: http:\S+\/invoice\/in_/);
    for (const days of [2, 1, 2, 1]) {
      await shop.world.pass(days * DAY_MS);
      const sent = await subjects(maya);
      expect(sent).toEqual(days === 1 ? [expect.stringContaining('payment is still open: Pro ends on ')] : []);
    }
    await shop.world.pass(DAY_MS);
    expect(await subjects(maya)).toEqual(['Your Tenfold Pro plan has ended']);
    await shop.world.pass(DAY_MS);
    expect(await emailsTo(maya)).toEqual([]);
  });

  test('the end of a canceled plan is announced when it comes, with the credit that stays', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    await shop.world.stripe.customers.update(await customerOf(shop, maya), { balance: -6_800 });
    await maya.api.billing.cancel.mutate();
    const emails = await emailsTo(maya);
    expect(emails.find(({ subject }) => subject.startsWith('You canceled'))?.text).toContain('$68.00 of credit');
    await shop.world.pass(31 * DAY_MS);
    const [ended, ...more] = await emailsTo(maya);
    expect(more).toEqual([]);
    expect(ended?.subject).toBe('Your Tenfold Pro plan has ended');
    expect(ended?.text).toContain('as you asked');
    expect(ended?.text).toContain('$68.00 of credit');
  });

  test.each([
    [8, ['Your Tenfold Pro plan has ended']],
    [31, []],
  ])('the end of a plan is announced after an outage of %d days: %j', async (days, expected) => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    await maya.api.billing.cancel.mutate();
    await emailsTo(maya);
    const { subscriptionEnd } = await maya.api.billing.subscription.query();
    const left = Date.parse(subscriptionEnd ?? '') - shop.world.clock.current().getTime();
    // The product still runs shortly before the end, and is then down.
    await shop.world.pass(left - 2 * HOUR_MS);
    expect(await subjects(maya)).toEqual([]);
    await shop.world.pass(2 * HOUR_MS + days * DAY_MS);
    expect(await subjects(maya)).toEqual(expected);
  });

  test('a second payment for the same thing is refunded, and the email says why', async () => {
    const maya = await aPerson(shop.app);
    await buy(shop.world, maya, 'pro_monthly');
    await maya.api.billing.refresh.mutate();
    await emailsTo(maya);
    const customer = await customerOf(shop, maya);
    const [price] = (await shop.world.stripe.prices.list({ lookup_keys: ['starter_monthly'] })).data;
    await shop.world.stripe.subscriptions.create({
      customer,
      items: [{ price: price?.id ?? '' }],
      default_payment_method: (await shop.world.stripe.paymentMethods.attach('pm_card_visa', { customer })).id,
    });
    const [refund, ...more] = await emailsTo(maya);
    expect(more).toEqual([]);
    expect(refund?.text).toContain('sent $29.00 back. The plan you already had continues as before.');
  });

  test('a second payment that was disputed ends all the same: the customer and the operator are told', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    await emailsTo(maya);
    const customer = await customerOf(shop, maya);
    const [price] = (await shop.world.stripe.prices.list({ lookup_keys: ['starter_monthly'] })).data;
    await shop.world.stripe.subscriptions.create({
      customer,
      items: [{ price: price?.id ?? '' }],
      default_payment_method: (await shop.world.stripe.paymentMethods.attach('pm_card_createDispute', { customer })).id,
    });
    await shop.app.container.jobs.idle();
    await shop.app.container.services.billing.refresh(maya.userId);
    expect(shop.app.emails.filter(({ subject }) => subject.includes('disputed payment of $29.00'))).toHaveLength(1);
    const [refund, ...more] = await emailsTo(maya);
    expect(more).toEqual([]);
    expect(refund?.subject).toBe('Your Tenfold refund of $29.00 is up to your bank');
    const all = await shop.world.stripe.subscriptions.list({ customer, status: 'all' });
    expect(all.data.map(({ status }) => status).toSorted()).toEqual(['active', 'canceled']);
  });
});

test('an email about money waits while Stripe doesn’t answer, and is then sent once', async () => {
  const maya = await aSubscriber(shop, 'pro_monthly');
  await shop.app.container.jobs.idle();
  await shop.world.switches({ fault: '500', faults: '20' });
  await sendEmails(shop.app);
  const receipts = () => shop.app.emails.filter(({ subject }) => subject.includes('receipt'));
  expect(receipts()).toEqual([]);
  await shop.world.switches({ fault: '', faults: '0' });
  await endPauses(shop.app.db);
  await Promise.all([sendEmails(shop.app), sendEmails(shop.app)]);
  expect(receipts()).toHaveLength(1);
  expect(receipts()[0]?.to).toBe(maya.email);
});
