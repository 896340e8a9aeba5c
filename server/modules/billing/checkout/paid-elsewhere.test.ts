import { describe, expect, test } from 'vitest';
import { DAY_MS, type PriceId } from '#contract/billing/plans.ts';
import { buy, buyAsGuest, CARDS, confirmAddress } from '#tests/support/billing-world.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { processBilling, sendEmails } from '#tests/support/jobs.ts';
import { refusal } from '#tests/support/refusal.ts';
import type { Browser } from '#tests/support/test-app.ts';

const OTHER_CARD = '5555 5555 5555 4444';
const shop = inBillingWorld();

let number = 0;
const anAddress = () => `elsewhere-${++number}-${shop.world.clock.current().getTime()}@example.com`;
const settled = async () => {
  await shop.app.container.jobs.idle();
  await processBilling(shop.app);
};
const subscription = ({ api }: Browser) => api.billing.subscription.query();
/** A change to this plan, confirmed right after its preview. */
const change = async ({ api }: Browser, priceId: PriceId) => {
  const { prorationAt } = await api.billing.previewChange.query({ priceId });
  return api.billing.changePlan.mutate({ priceId, prorationAt, when: 'now' });
};

/** Somebody pays with a mistyped address, and the owner of that mailbox claims the plan in a browser of their own. */
async function claimedElsewhere(priceId: PriceId = 'starter_monthly') {
  const email = anAddress();
  const { browser: payer, sessionId } = await buyAsGuest(shop, email, { priceId });
  const owner = await confirmAddress(shop.app, email);
  await settled();
  return { email, payer, owner, sessionId };
}
const chargesOf = async (email: string) => {
  const { data } = await shop.world.stripe.customers.list({ email });
  const lists = await Promise.all(data.map(({ id }) => shop.world.stripe.charges.list({ customer: id })));
  return lists.flatMap(({ data: charges }) => charges);
};

describe('a plan that was paid for in another browser', () => {
  test('can’t be made more expensive on that card: $29 a month doesn’t become $948 a year', async () => {
    const { owner } = await claimedElsewhere();
    expect(await subscription(owner)).toMatchObject({ subscribed: true, current: { priceId: 'starter_monthly' } });
    for (const dearer of ['ultimate_annual', 'pro_monthly', 'starter_annual', 'starter_quarterly'] as const)
      expect(await refusal(change(owner, dearer)), dearer).toBe('OWN_CARD_NEEDED');
    const prorationAt = shop.world.clock.current().toISOString();
    const blindly = owner.api.billing.changePlan.mutate({ priceId: 'ultimate_annual', prorationAt });
    expect(await refusal(blindly), 'without a preview').toBe('OWN_CARD_NEEDED');
    expect((await subscription(owner)).current).toMatchObject({ priceId: 'starter_monthly', scheduled: null });
  });

  test('can be made cheaper, but not by a shorter cycle that costs more a month', async () => {
    const { owner } = await claimedElsewhere('pro_annual');
    expect(await refusal(change(owner, 'pro_monthly'))).toBe('OWN_CARD_NEEDED');
    expect(await change(owner, 'starter_monthly')).toMatchObject({ current: { priceId: 'starter_monthly' } });
  });

  test('shows neither the card nor the billing address, and opens no portal', async () => {
    const { owner } = await claimedElsewhere();
    const state = await subscription(owner);
    expect(state).toMatchObject({
      hasBillingAccount: false,
      current: { isPaidElsewhere: true, hasCard: true, card: null },
    });
    expect(await refusal(owner.api.billing.details.query())).toBe('NO_BILLING_ACCOUNT');
    expect(await refusal(owner.api.billing.portal.mutate())).toBe('NO_BILLING_ACCOUNT');
    expect(await refusal(owner.api.billing.changeCard.mutate())).toBe('NO_BILLING_ACCOUNT');
    const row = await shop.app.db.selectFrom('subscriptions').selectAll().executeTakeFirstOrThrow();
    expect([row.card_brand, row.card_last4]).toEqual([null, null]);
  });

  test('lists invoices without their pages, and its receipt has neither the card nor the PDF', async () => {
    const { owner, email } = await claimedElsewhere();
    await shop.world.pass(8 * DAY_MS);
    await owner.api.billing.refresh.mutate();
    expect(await owner.api.billing.invoices.query()).toMatchObject([
      { totalCents: 2_900, pageUrl: null, pdfUrl: null },
    ]);
    await sendEmails(shop.app);
    const receipt = shop.app.emails.find(({ to, subject }) => to === email && subject.includes('receipt'));
    expect(receipt?.text).toContain('$29.00');
    expect(receipt?.attachments ?? []).toEqual([]);
    for (const mail of shop.app.emails.filter(({ to }) => to === email)) {
      expect(mail.text + mail.html, mail.subject).not.toMatch(/4242|Visa/);
      expect(mail.text + mail.html, mail.subject).not.toContain('/invoice/');
    }
  });

  test('is its payer’s own in the browser that paid', async () => {
    const email = anAddress();
    const { browser } = await buyAsGuest(shop, email);
    await confirmAddress(shop.app, email, browser);
    await settled();
    expect((await subscription(browser)).current).toMatchObject({ isPaidElsewhere: false, card: { last4: '4242' } });
    expect(await refusal(browser.api.billing.details.query())).toBe('accepted');
    expect(await refusal(browser.api.billing.portal.mutate())).toBe('accepted');
    expect(await change(browser, 'ultimate_annual')).toMatchObject({ current: { priceId: 'ultimate_annual' } });
  });

  test('becomes its payer’s own when they sign in with the browser that paid', async () => {
    const { email, payer } = await claimedElsewhere();
    await payer.api.auth.signIn.mutate({ email, password: 'a long enough phrase' });
    expect((await subscription(payer)).current).toMatchObject({ isPaidElsewhere: false, card: { last4: '4242' } });
  });

  test('stays hidden from a browser that paid for something else', async () => {
    const { email } = await claimedElsewhere();
    const { browser } = await buyAsGuest(shop, anAddress());
    await browser.api.auth.signIn.mutate({ email, password: 'a long enough phrase' });
    expect((await subscription(browser)).current).toMatchObject({ isPaidElsewhere: true, card: null });
  });
});

describe('the owner’s own card', () => {
  test('the checkout asks for the owner’s own card, and then billing works as usual', async () => {
    const { owner } = await claimedElsewhere();
    expect(await owner.api.billing.terms.query()).toMatchObject({ hasLivePlan: false });
    const { url } = await owner.api.billing.checkout.mutate({ priceId: 'pro_monthly' });
    expect(await shop.world.pay(url, { card: null }), 'a card is needed').toBeNull();
    await shop.world.pay(url, { card: OTHER_CARD });
    const state = await owner.api.billing.refresh.mutate();
    expect(state).toMatchObject({
      hasBillingAccount: true,
      current: { priceId: 'pro_monthly', isPaidElsewhere: false, card: { last4: '4444' } },
    });
    expect(await refusal(owner.api.billing.details.query())).toBe('accepted');
    expect((await owner.api.billing.portal.mutate()).url).toContain('/portal/');
    expect(await change(owner, 'ultimate_annual')).toMatchObject({ current: { priceId: 'ultimate_annual' } });
    expect(await refusal(owner.api.billing.checkout.mutate({ priceId: 'starter_monthly' }))).toBe('ALREADY_SUBSCRIBED');
  });

  test('never meets the other card: it gets a customer of its own at Stripe', async () => {
    const { owner, email } = await claimedElsewhere();
    await buy(shop.world, owner, 'pro_monthly', OTHER_CARD);
    await owner.api.billing.refresh.mutate();
    const { data: customers } = await shop.world.stripe.customers.list({ email });
    const live = await Promise.all(
      customers.map(async ({ id }) => (await shop.world.stripe.subscriptions.list({ customer: id })).data.length),
    );
    expect(live.toSorted((one, other) => one - other)).toEqual([0, 1]);
  });

  test('pays the rest of the month back to the card used to pay for it, once', async () => {
    const { owner, email } = await claimedElsewhere();
    // The trial ends after seven days; ten of the month that follows are used.
    await shop.world.pass(7 * DAY_MS);
    await shop.world.pass(10 * DAY_MS);
    await owner.api.auth.signIn.mutate({ email, password: 'a long enough phrase' });
    await owner.api.billing.refresh.mutate();
    await buy(shop.world, owner, 'pro_monthly', OTHER_CARD);
    await Promise.all([owner.api.billing.refresh.mutate(), settled()]);
    await owner.api.billing.refresh.mutate();
    const refunds = (await chargesOf(email)).map(({ amount, amount_refunded: back }) => [amount, back]);
    const [, back = 0] = refunds.find(([amount]) => amount === 2_900) ?? [];
    expect(back).toBeGreaterThan(2_900 * 0.55);
    expect(back).toBeLessThan(2_900 * 0.72);
    await sendEmails(shop.app);
    const told = shop.app.emails.filter(({ to, subject }) => to === email && subject.includes('refund'));
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain('back to the card used to pay for it');
    expect(told[0]?.text).not.toContain('4444');
  });

  test('the pay page for a replacement plan stays open until it is paid', async () => {
    const { owner } = await claimedElsewhere();
    const { url } = await owner.api.billing.checkout.mutate({ priceId: 'pro_monthly' });
    await owner.api.billing.refresh.mutate();
    expect(await shop.world.pay(url, { card: CARDS.good })).not.toBeNull();
  });
});
