import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/billing/plans.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { processBilling, purge } from '#tests/support/jobs.ts';
import type { Browser } from '#tests/support/test-app.ts';

const CARD = '4242 4242 4242 4242';
const shop = inBillingWorld();

const settled = async () => {
  await shop.app.container.jobs.idle();
  await processBilling(shop.app);
};

async function signUp(email: string): Promise<Browser> {
  const browser = shop.app.browser();
  await browser.api.auth.signUp.mutate({ email, password: 'a long enough phrase' });
  const mail = shop.app.emails.findLast(({ to, subject }) => to === email && subject.startsWith('Confirm your email'));
  const link = new URL(/https?:\S+token=\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none');
  await browser.api.auth.confirmEmail.mutate({ token: link.searchParams.get('token') ?? '' });
  return browser;
}
async function buyAsGuest(email: string): Promise<void> {
  const guest = shop.app.browser();
  const { url } = await guest.api.billing.guestCheckout.mutate({ priceId: 'starter_monthly', guestEmail: email });
  const back = new URL((await shop.world.pay(url, { card: CARD, email })) ?? 'http://none');
  await guest.api.billing.purchase.query({ sessionId: back.searchParams.get('session_id') ?? '' });
}
const paidCents = async (email: string) => {
  const { data } = await shop.world.stripe.customers.list({ email });
  const lists = await Promise.all(data.map(({ id }) => shop.world.stripe.charges.list({ customer: id })));
  return lists.flatMap((charges) => charges.data.map(({ amount }) => amount));
};

describe('one mailbox has one trial', () => {
  test('a guest’s checkout with another spelling of an address that had one unlocks nothing before it is paid', async () => {
    await signUp('nora.dahl@gmail.com');
    shop.world.clock.advance(8 * DAY_MS);
    await buyAsGuest('n.o.r.a.dahl+again@gmail.com');
    const again = await signUp('n.o.r.a.dahl+again@gmail.com');
    await settled();
    expect(await again.api.billing.refresh.mutate()).toMatchObject({
      isTrialing: false,
      subscribed: false,
      access: { tier: 'free', isInTrial: false },
    });
    expect((await again.api.usage.check.query({ usageType: 'messages' })).planName).toBe('Free');
  });

  test('a person with one that grants nothing may buy immediately, and pays once', async () => {
    const email = `again-${shop.world.clock.current().getTime()}@fernandkiln.example`;
    const maya = await signUp(email);
    shop.world.clock.advance(8 * DAY_MS);
    await buyAsGuest(email);
    expect(await maya.api.billing.claimPurchase.mutate()).toMatchObject({ plan: 'free' });
    const { url } = await maya.api.billing.checkout.mutate({ priceId: 'pro_monthly' });
    await maya.api.billing.refresh.mutate();
    await shop.world.pay(url);
    expect(await maya.api.billing.refresh.mutate()).toMatchObject({ plan: 'pro', current: { priceId: 'pro_monthly' } });
    shop.world.clock.advance(8 * DAY_MS);
    await maya.api.billing.refresh.mutate();
    expect(await paidCents(email)).toEqual([5_900]);
  });

  test('a guest’s checkout after the account was deleted unlocks nothing before it is paid', async () => {
    const email = `left-${shop.world.clock.current().getTime()}@fernandkiln.example`;
    const maya = await signUp(email);
    await maya.api.account.askDeletion.mutate();
    shop.world.clock.advance(14 * DAY_MS);
    await purge(shop.app);
    await buyAsGuest(email);
    const again = await signUp(email);
    await settled();
    expect(await again.api.billing.refresh.mutate()).toMatchObject({ isTrialing: false, access: { tier: 'free' } });
  });

  test('a checkout after deleting the account and signing up again is charged immediately', async () => {
    const email = `back-${shop.world.clock.current().getTime()}@fernandkiln.example`;
    const maya = await signUp(email);
    await maya.api.account.askDeletion.mutate();
    shop.world.clock.advance(14 * DAY_MS);
    await purge(shop.app);
    const again = await signUp(email.replace('back', 'BACK'));
    const { email: address } = await again.api.account.get.query();
    expect((await again.api.billing.terms.query()).trialEndsAt).toBeNull();
    const { url } = await again.api.billing.checkout.mutate({ priceId: 'starter_monthly' });
    await shop.world.pay(url, { card: CARD });
    expect(await again.api.billing.refresh.mutate()).toMatchObject({
      isTrialing: false,
      plan: 'starter',
      access: { status: 'active' },
    });
    expect(await paidCents(address)).toEqual([2_900]);
  });
});
