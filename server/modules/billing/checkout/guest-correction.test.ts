import { describe, expect, test } from 'vitest';
import { buyAsGuest, confirmAddress } from '#tests/support/billing-world.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { processBilling } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import type { Browser } from '#tests/support/test-app.ts';

const shop = inBillingWorld();

let number = 0;
const anAddress = () => `payer-${++number}-${shop.world.clock.current().getTime()}@example.com`;
const settled = async () => {
  await shop.app.container.jobs.idle();
  await processBilling(shop.app);
};
const emailsTo = (address: string) => shop.app.emails.filter(({ to }) => to === address);
const correct = (browser: Browser, sessionId: string, guestEmail: string) =>
  browser.api.billing.correctGuestEmail.mutate({ sessionId, guestEmail });
/** What the link in the newest email to an address leads to. */
async function linkOf(address: string) {
  const link = new URL(/https?:\S+purchase=\S+/.exec(emailsTo(address).at(-1)?.text ?? '')?.[0] ?? 'http://none');
  const [purchaseId = '', corrections] = (link.searchParams.get('purchase') ?? '').split('.');
  return shop.app.browser().api.billing.guestLink.query({ purchaseId, corrections: Number(corrections) });
}

describe('a guest who mistyped the address', () => {
  test('corrects it in the browser that paid: the new address is emailed, and gets the plan', async () => {
    const [wrong, right] = [anAddress(), anAddress()];
    const { browser, sessionId } = await buyAsGuest(shop, wrong);
    expect(await browser.api.billing.purchase.query({ sessionId })).toMatchObject({ correctionsLeft: 3 });
    expect(await correct(browser, sessionId, right)).toEqual({
      state: 'guest',
      maskedEmail: 'p•••@example.com',
      isPaid: false,
      correctionsLeft: 2,
    });
    await settled();
    expect(emailsTo(right).map(({ subject }) => subject)).toEqual(['One more step to start your Tenfold Starter plan']);
    const owner = await confirmAddress(shop.app, right, browser);
    await settled();
    expect((await owner.api.billing.subscription.query()).current).toMatchObject({ plan: 'starter' });
  });

  test('leaves the old address nothing to claim, and its link says that the address was changed', async () => {
    const [wrong, right] = [anAddress(), anAddress()];
    const { browser, sessionId } = await buyAsGuest(shop, wrong);
    expect(await linkOf(wrong)).toEqual({ state: 'waiting' });
    await correct(browser, sessionId, right);
    await settled();
    expect(await linkOf(wrong)).toEqual({ state: 'corrected' });
    expect(await linkOf(right)).toEqual({ state: 'waiting' });
    const stranger = await confirmAddress(shop.app, wrong);
    await settled();
    expect(await stranger.api.billing.subscription.query()).toMatchObject({ current: null, waitingPurchase: null });
    expect(await refusal(stranger.api.billing.claimPurchase.mutate())).toBe('NOT_FOUND');
  });

  test('a corrected address also becomes the Stripe customer’s', async () => {
    const [wrong, right] = [anAddress(), anAddress()];
    const { browser, sessionId } = await buyAsGuest(shop, wrong);
    await correct(browser, sessionId, right);
    await settled();
    expect((await shop.world.stripe.customers.list({ email: wrong })).data).toEqual([]);
    expect((await shop.world.stripe.customers.list({ email: right })).data).toHaveLength(1);
  });

  test('a guest may correct the address three times, and each address is emailed once', async () => {
    const addresses = [anAddress(), anAddress(), anAddress()];
    const { browser, sessionId } = await buyAsGuest(shop, anAddress());
    for (const address of addresses) {
      await correct(browser, sessionId, address);
      await settled();
    }
    expect(addresses.map((address) => emailsTo(address).length)).toEqual([1, 1, 1]);
    expect(await refusal(correct(browser, sessionId, anAddress()))).toBe('CORRECTIONS_USED');
    // The same address again isn't a correction.
    expect(await correct(browser, sessionId, addresses[2] ?? '')).toMatchObject({ correctionsLeft: 0 });
  });

  test('a corrected address is validated like any other', async () => {
    const { browser, sessionId } = await buyAsGuest(shop, anAddress());
    expect(await refusal(correct(browser, sessionId, 'not an address'))).toBe('INVALID_INPUT');
    expect(await refusal(correct(browser, sessionId, `${'a'.repeat(300)}@example.com`))).toBe('INVALID_INPUT');
  });

  test('learns nothing about whether an address has an account', async () => {
    const maya = await aPerson(shop.app, { email: `p-maya-${shop.world.clock.current().getTime()}@example.com` });
    const { browser, sessionId } = await buyAsGuest(shop, anAddress());
    const known = await correct(browser, sessionId, maya.email);
    const unknown = await correct(browser, sessionId, anAddress());
    expect({ ...known, correctionsLeft: 0 }).toEqual({ ...unknown, correctionsLeft: 0 });
  });
});

describe('the address of a guest’s purchase', () => {
  test('the payer’s cookie can’t be read by scripts, and no table has its value', async () => {
    const guest = { priceId: 'pro_monthly', guestEmail: anAddress() };
    const answer = await shop.app.browser().request('/trpc/billing.guestCheckout', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(guest),
    });
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('payer=')) ?? '';
    expect(cookie).toMatch(/^payer=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
    const { payer_hash: hash } = await shop.app.db
      .selectFrom('guest_purchases')
      .select('payer_hash')
      .executeTakeFirstOrThrow();
    expect(hash).not.toBeNull();
    expect(cookie).not.toContain(hash);
  });

  test('can’t be changed from another browser, even with the id of the pay page', async () => {
    const { sessionId } = await buyAsGuest(shop, anAddress());
    const thief = shop.app.browser();
    expect(await thief.api.billing.purchase.query({ sessionId })).toMatchObject({ correctionsLeft: null });
    expect(await refusal(correct(thief, sessionId, anAddress()))).toBe('NOT_FOUND');
    // Paying for something else gives no right to it either.
    const other = await buyAsGuest(shop, anAddress(), { browser: thief });
    expect(await refusal(correct(other.browser, sessionId, anAddress()))).toBe('NOT_FOUND');
  });

  test('can’t be changed before it is paid, or once it is claimed', async () => {
    const [email, browser] = [anAddress(), shop.app.browser()];
    const { url } = await browser.api.billing.guestCheckout.mutate({ priceId: 'pro_monthly', guestEmail: email });
    const unpaid = new URL(url).pathname.split('/').at(-1) ?? '';
    expect(await refusal(correct(browser, unpaid, anAddress()))).toBe('NOT_FOUND');

    const claimed = await buyAsGuest(shop, anAddress(), { browser });
    const address = shop.app.emails.at(-1)?.to ?? '';
    await confirmAddress(shop.app, address);
    expect(await refusal(correct(browser, claimed.sessionId, anAddress()))).toBe('NOT_FOUND');
  });

  test('is either corrected or claimed, even when both happen at the same time', async () => {
    const maya = await aPerson(shop.app, { email: anAddress() });
    const right = anAddress();
    const { browser, sessionId } = await buyAsGuest(shop, maya.email);
    const succeeds = (work: Promise<unknown>) =>
      work.then(
        () => true,
        () => false,
      );
    const [isCorrected, isClaimed] = await Promise.all([
      succeeds(correct(browser, sessionId, right)),
      succeeds(maya.api.billing.claimPurchase.mutate()),
    ]);
    expect([isCorrected, isClaimed].filter(Boolean)).toHaveLength(1);
    const { email, outcome } = await shop.app.db
      .selectFrom('guest_purchases')
      .select(['email', 'outcome'])
      .where('stripe_session_id', '=', sessionId)
      .executeTakeFirstOrThrow();
    expect({ email, outcome }).toEqual(
      isClaimed ? { email: maya.email, outcome: 'claimed' } : { email: right, outcome: null },
    );
  });
});
