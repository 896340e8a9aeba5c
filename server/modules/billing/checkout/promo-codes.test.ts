import { describe, expect, test } from 'vitest';
import type { PriceId } from '#contract/billing/plans.ts';
import { CARDS } from '#tests/support/billing-world.ts';
import { refusal } from '#tests/support/refusal.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { aPerson } from '#tests/support/people.ts';
import { aSubscriber, customerOf } from '#tests/support/subscribers.ts';

const shop = inBillingWorld();
type Person = Awaited<ReturnType<typeof aPerson>>;
type CouponParams = Parameters<typeof shop.world.stripe.coupons.create>[0];
type CodeParams = Omit<Parameters<typeof shop.world.stripe.promotionCodes.create>[0], 'promotion'>;

let made = 0;
/** A code that no other test uses, in upper case. */
async function aCode(coupon: CouponParams, params: CodeParams = {}): Promise<string> {
  made += 1;
  const { id } = await shop.world.stripe.coupons.create(coupon);
  const { code } = await shop.world.stripe.promotionCodes.create({
    code: `SAVE-${made}`,
    ...params,
    promotion: { type: 'coupon', coupon: id },
  });
  return code;
}

async function buyWith(person: Person, priceId: PriceId, promoCode: string, expectedFirstCents: number) {
  const { url } = await person.api.billing.checkout.mutate({ priceId, promoCode, expectedFirstCents });
  await shop.world.pay(url, { card: CARDS.good });
  await person.api.billing.refresh.mutate();
  const { data } = await shop.world.stripe.invoices.list({ customer: await customerOf(shop, person) });
  return data.map(({ amount_paid: cents }) => cents);
}

describe('DISCOUNT-10: a promo code created in Stripe', () => {
  test.each<[CouponParams, PriceId, number]>([
    [{ percent_off: 20, duration: 'once' }, 'pro_monthly', 4_720],
    [{ percent_off: 33.33, duration: 'once' }, 'pro_quarterly', 10_621],
    [{ amount_off: 1_000, currency: 'usd', duration: 'once' }, 'pro_annual', 57_800],
  ])('%j takes off %s to the cent', async (coupon, priceId, cents) => {
    const maya = await aPerson(shop.app);
    const code = await aCode(coupon);
    // Stripe ignores the case.
    expect(await maya.api.billing.promoCode.query({ code: code.toLowerCase() })).toMatchObject({ code });
    expect(await buyWith(maya, priceId, code, cents)).toEqual([cents]);
  });

  test('that lasts is part of what the next invoice costs', async () => {
    const maya = await aPerson(shop.app);
    const code = await aCode({ percent_off: 10, duration: 'forever' });
    expect(await buyWith(maya, 'pro_monthly', code, 5_310)).toEqual([5_310]);
    const { current } = await maya.api.billing.subscription.query();
    expect(current).toMatchObject({ priceCents: 5_900, renewalCents: 5_310 });
    await shop.world.pass(32 * 86_400_000);
    const { data } = await shop.world.stripe.invoices.list({ customer: await customerOf(shop, maya), limit: 1 });
    expect(data[0]?.amount_paid).toBe(5_310);
  });

  test('never stacks with a promotion: the better of the two is charged', async () => {
    const maya = await aPerson(shop.app);
    const promoCode = await aCode({ percent_off: 20, duration: 'once' });
    const { url } = await maya.api.billing.checkout.mutate({
      priceId: 'pro_monthly',
      discount: 'first-time',
      promoCode,
      expectedFirstCents: 2_950,
    });
    await shop.world.pay(url, { card: CARDS.good });
    const { data } = await shop.world.stripe.invoices.list({ customer: await customerOf(shop, maya) });
    expect(data.map(({ amount_paid: cents }) => cents)).toEqual([2_950]);
  });

  test('that doesn’t exist, has expired or is someone else’s is refused', async () => {
    const [maya, nora] = [await aPerson(shop.app), await aSubscriber(shop, 'pro_monthly')];
    const ask = (code: string, person: Person = maya) => refusal(person.api.billing.promoCode.query({ code }));
    expect(await ask('NO-SUCH-CODE')).toBe('PROMO_CODE_INVALID');
    const off = { percent_off: 20, duration: 'once' } as const;
    const soon = Math.floor(shop.world.clock.current().getTime() / 1_000) + 60;
    const brief = await aCode(off, { expires_at: soon });
    expect(await ask(brief)).toBe('accepted');
    shop.world.clock.advance(120_000);
    expect(await ask(brief)).toBe('PROMO_CODE_INVALID');
    const noras = await aCode(off, { customer: await customerOf(shop, nora) });
    expect([await ask(noras), await ask(noras, nora)]).toEqual(['PROMO_CODE_INVALID', 'accepted']);
    const first = await aCode(off, { restrictions: { first_time_transaction: true } });
    expect([await ask(first), await ask(first, nora)]).toEqual(['accepted', 'PROMO_CODE_FIRST_ONLY']);
    const euros = await aCode({ amount_off: 500, currency: 'eur', duration: 'once' });
    expect(await ask(euros)).toBe('PROMO_CODE_INVALID');
  });

  test('makes the checkout fail if it ended after the summary was shown, and nothing is charged', async () => {
    const maya = await aPerson(shop.app);
    const promoCode = await aCode({ percent_off: 20, duration: 'once' }, { max_redemptions: 1 });
    const nora = await aPerson(shop.app);
    await buyWith(nora, 'pro_monthly', promoCode, 4_720);
    const late = maya.api.billing.checkout.mutate({ priceId: 'pro_monthly', promoCode, expectedFirstCents: 4_720 });
    expect(await refusal(late)).toBe('PROMO_CODE_INVALID');
  });
});
