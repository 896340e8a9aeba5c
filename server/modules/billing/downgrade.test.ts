import { describe, expect, test } from 'vitest';
import { DAY_MS, type PriceId } from '#contract/billing/plans.ts';
import { refusal } from '#tests/support/refusal.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { sendEmails } from '#tests/support/jobs.ts';
import { aSubscriber, customerOf, subscriptionsOf } from '#tests/support/subscribers.ts';

const shop = inBillingWorld();
type Person = Awaited<ReturnType<typeof aSubscriber>>;

const refresh = ({ userId }: Person) => shop.app.container.services.billing.refresh(userId);
async function change(person: Person, priceId: PriceId, when?: 'now' | 'period_end') {
  const preview = await person.api.billing.previewChange.query({ priceId });
  const { prorationAt } = preview;
  return { preview, state: await person.api.billing.changePlan.mutate({ priceId, prorationAt, when }) };
}
const paidBy = async (person: Person) => {
  const { data } = await shop.world.stripe.invoices.list({ customer: await customerOf(shop, person) });
  return data.map(({ amount_paid: cents }) => cents);
};

describe('BILL-20: a downgrade', () => {
  test.each<[PriceId, PriceId, number, number]>([
    ['ultimate_monthly', 'starter_monthly', 9_700, 2_900],
    ['pro_annual', 'pro_monthly', 58_800, 5_900],
    ['pro_quarterly', 'starter_annual', 15_930, 28_800],
  ])('from %s to %s takes effect at the end of the paid period, without credit', async (from, to, paid, next) => {
    const maya = await aSubscriber(shop, from);
    const before = await maya.api.billing.subscription.query();
    const { preview, state } = await change(maya, to);
    const at = before.current?.renewsAt ?? '';
    expect(preview).toMatchObject({ laterAt: at, nextCents: next, nextTaxCents: 0 });
    // Nothing has changed yet, and the next invoice says what is to come.
    expect(state).toMatchObject({ plan: before.plan, creditCents: 0 });
    expect(state.current).toMatchObject({ priceId: from, scheduled: { priceId: to, at }, renewalCents: next });
    expect(await paidBy(maya)).toEqual([paid]);
    await shop.world.pass(Date.parse(at) - shop.world.clock.current().getTime());
    expect((await refresh(maya)).current).toMatchObject({ priceId: to, scheduled: null, renewalCents: next });
    expect(await paidBy(maya)).toEqual([next, paid]);
  });

  test('is released from its schedule after its first period, and renews at its own price', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    await change(maya, 'starter_monthly');
    await shop.world.pass(31 * DAY_MS);
    await shop.world.pass(31 * DAY_MS);
    const [subscription] = await subscriptionsOf(shop, maya);
    expect(subscription?.schedule).toBeNull();
    expect((await paidBy(maya)).slice(0, 2)).toEqual([2_900, 2_900]);
  });

  test('happens now if the person says so, and the rest becomes credit', async () => {
    const maya = await aSubscriber(shop, 'ultimate_monthly');
    const { preview, state } = await change(maya, 'starter_monthly', 'now');
    expect(preview.creditCents).toBe(6_800);
    expect(state).toMatchObject({ plan: 'starter', creditCents: 6_800, current: { scheduled: null } });
  });

  test('that is scheduled can be taken back until then, and another choice replaces it', async () => {
    const maya = await aSubscriber(shop, 'ultimate_monthly');
    await change(maya, 'starter_monthly');
    expect((await maya.api.billing.undoCancel.mutate()).current?.scheduled).toBeNull();
    await change(maya, 'starter_monthly');
    expect((await change(maya, 'pro_monthly')).state.current?.scheduled).toMatchObject({ priceId: 'pro_monthly' });
    await shop.world.pass(31 * DAY_MS);
    expect((await refresh(maya)).current).toMatchObject({ priceId: 'pro_monthly', scheduled: null });
  });

  test('that is scheduled gives way to an upgrade, unless the card is declined', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    await change(maya, 'starter_monthly');
    const customer = await customerOf(shop, maya);
    const bad = await shop.world.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    const good = await shop.world.stripe.paymentMethods.attach('pm_card_visa', { customer });
    const [subscription] = await subscriptionsOf(shop, maya);
    const useCard = (card: string) =>
      shop.world.stripe.subscriptions.update(subscription?.id ?? '', { default_payment_method: card });
    await useCard(bad.id);
    expect(await refusal(change(maya, 'ultimate_monthly'))).toBe('CARD_DECLINED');
    expect((await refresh(maya)).current).toMatchObject({ scheduled: { priceId: 'starter_monthly' } });
    await useCard(good.id);
    expect((await change(maya, 'ultimate_monthly')).state).toMatchObject({
      plan: 'ultimate',
      current: { scheduled: null },
    });
  });

  test('that is scheduled gives way to a cancellation', async () => {
    const maya = await aSubscriber(shop, 'ultimate_monthly');
    await change(maya, 'starter_monthly');
    const { current } = await maya.api.billing.cancel.mutate();
    expect(current?.scheduled).toBeNull();
    expect(current?.cancelsAt).not.toBeNull();
    await shop.world.pass(31 * DAY_MS);
    expect((await refresh(maya)).plan).toBe('free');
  });

  test('is announced when it is scheduled and again when it happens', async () => {
    const maya = await aSubscriber(shop, 'ultimate_monthly');
    await sendEmails(shop.app);
    shop.app.emails.length = 0;
    await change(maya, 'starter_monthly');
    await sendEmails(shop.app);
    expect(shop.app.emails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Your Tenfold plan changes to Starter, monthly on \w+ \d+, \d+$/),
    ]);
    await shop.world.pass(31 * DAY_MS);
    await refresh(maya);
    await sendEmails(shop.app);
    expect(
      shop.app.emails
        .slice(1)
        .map(({ subject }) => subject)
        .toSorted(),
    ).toEqual(['Your Tenfold plan is now Starter, monthly', 'Your Tenfold receipt: $29.00']);
  });
});

test('what is chosen during a trial still changes right away', async () => {
  const maya = await aSubscriber(shop, 'ultimate_monthly', { plan: 'trial' });
  const { preview, state } = await change(maya, 'starter_monthly');
  expect(preview.laterAt).toBeNull();
  expect(state.current).toMatchObject({ priceId: 'starter_monthly', scheduled: null });
});
