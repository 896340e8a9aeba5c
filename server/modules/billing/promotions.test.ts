import { describe, expect, test } from 'vitest';
import { couponOf, OFFER_MS, PROMOTIONS, quote } from '#contract/billing/discounts.ts';
import { DAY_MS, PRICE_IDS } from '#contract/billing/plans.ts';
import { buy } from '#tests/support/billing-world.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { aPerson } from '#tests/support/people.ts';
import { removeAccount, subscriptionsOf } from '#tests/support/subscribers.ts';

const shop = inBillingWorld();

type Person = Awaited<ReturnType<typeof aPerson>>;

const firstInvoice = async (person: Person) => (await person.api.billing.invoices.query()).at(-1);
const terms = (person: Person) => person.api.billing.terms.query();

describe('the charge matches the price shown', () => {
  const cases = [...PROMOTIONS, null].flatMap((promotion) => PRICE_IDS.map((priceId) => [promotion, priceId] as const));

  test.each(cases)('%s, %s: the first invoice and the second', async (promotion, priceId) => {
    const maya = await aPerson(shop.app);
    if (promotion === 'welcome-back') {
      await buy(shop.world, maya, 'starter_monthly');
      await maya.api.billing.refresh.mutate();
      const [old] = await subscriptionsOf(shop, maya);
      await shop.world.stripe.subscriptions.cancel(old?.id ?? '');
      await maya.api.billing.refresh.mutate();
    }
    if (promotion === 'urgent') await maya.api.billing.showOffer.mutate();
    const asked = promotion === 'urgent' ? { urgent: true } : promotion ? { discount: promotion } : {};
    const { url } = await maya.api.billing.checkout.mutate({ priceId, ...asked });
    await shop.world.pay(url);
    const state = await maya.api.billing.refresh.mutate();
    const { firstCents, laterCents } = quote(priceId, promotion);
    const [first] = await maya.api.billing.invoices.query();
    expect(first?.totalCents).toBe(firstCents);
    expect(state.current?.renewalCents).toBe(laterCents);
    const live = (await subscriptionsOf(shop, maya)).find(({ ended_at: endedAt }) => endedAt === null);
    const next = await shop.world.stripe.invoices.createPreview({ subscription: live?.id ?? '' });
    expect(next.total).toBe(laterCents);
  });

  test('in a trial the promotion applies at its end', async () => {
    const maya = await aPerson(shop.app, { plan: 'trial' });
    const { url } = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly', discount: 'first-time' });
    await shop.world.pay(url);
    const state = await maya.api.billing.refresh.mutate();
    expect(state.current).toMatchObject({ renewalCents: 2_950, renewsAt: (await terms(maya)).trialEndsAt });
    await shop.world.pass(7 * DAY_MS);
    const paid = await maya.api.billing.subscription.query();
    expect(paid).toMatchObject({ plan: 'pro', isTrialing: false, current: { renewalCents: 5_900 } });
    expect((await maya.api.billing.invoices.query())[0]?.totalCents).toBe(2_950);
    await shop.world.pass(31 * DAY_MS);
    const [second] = await shop.app.container.services.billing.invoices(maya.userId);
    expect(second?.totalCents).toBe(5_900);
  });

  test('every promotion has its coupon at Stripe, and only where it lowers the price', async () => {
    const { data } = await shop.world.stripe.coupons.list({ limit: 100 });
    const wanted = PROMOTIONS.flatMap((promotion) => PRICE_IDS.flatMap((key) => couponOf(key, promotion) ?? []));
    expect(data.map(({ id }) => id).toSorted()).toEqual(wanted.map(({ id }) => id).toSorted());
    for (const { id, offCents } of wanted) expect(data.find((one) => one.id === id)?.amount_off).toBe(offCents);
  });
});

describe('a promotion is the server’s to give', () => {
  test('first-time is for people who have never paid, and welcome-back for those who have', async () => {
    const maya = await aPerson(shop.app);
    const { url } = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly', discount: 'welcome-back' });
    await shop.world.pay(url);
    await maya.api.billing.refresh.mutate();
    expect((await firstInvoice(maya))?.totalCents).toBe(5_900);
    const [bought] = await subscriptionsOf(shop, maya);
    await shop.world.stripe.subscriptions.cancel(bought?.id ?? '');
    await maya.api.billing.refresh.mutate();
    const again = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly', discount: 'first-time' });
    await shop.world.pay(again.url);
    await maya.api.billing.refresh.mutate();
    expect((await maya.api.billing.invoices.query())[0]?.totalCents).toBe(5_900);
  });

  test('first-time can’t be regained by respelling the address or by deleting the account', async () => {
    const maya = await aPerson(shop.app, { email: 'nora.lind@gmail.com' });
    await buy(shop.world, maya, 'pro_monthly');
    await maya.api.billing.refresh.mutate();
    await removeAccount(shop, maya);
    const again = await aPerson(shop.app, { email: 'noralind+new@gmail.com' });
    expect(await terms(again)).toMatchObject({ hasPaid: true, hasLivePlan: false });
    const { url } = await again.api.billing.checkout.mutate({ priceId: 'pro_monthly', discount: 'first-time' });
    await shop.world.pay(url);
    await again.api.billing.refresh.mutate();
    expect((await firstInvoice(again))?.totalCents).toBe(5_900);
  });

  test('urgent lasts fifteen minutes from the first time it is shown, once ever', async () => {
    const maya = await aPerson(shop.app);
    const shown = await maya.api.billing.showOffer.mutate();
    expect(new Date(shown.endsAt).getTime() - shop.world.clock.current().getTime()).toBe(OFFER_MS);
    shop.world.clock.advance(OFFER_MS - 1_000);
    expect((await maya.api.billing.showOffer.mutate()).endsAt).toBe(shown.endsAt);
    expect((await terms(maya)).offerEndsAt).toBe(shown.endsAt);
    const inTime = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly', urgent: true });
    shop.world.clock.advance(2_000);
    const late = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly', urgent: true });
    expect(late.url).not.toBe(inTime.url);
    await shop.world.pay(late.url);
    await maya.api.billing.refresh.mutate();
    expect((await firstInvoice(maya))?.totalCents).toBe(5_900);
  });

  test('urgent gives nothing if it was never shown', async () => {
    const maya = await aPerson(shop.app);
    const { url } = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly', urgent: true });
    await shop.world.pay(url);
    await maya.api.billing.refresh.mutate();
    expect((await firstInvoice(maya))?.totalCents).toBe(5_900);
  });
});
