import { beforeEach, describe, expect, test } from 'vitest';
import { refusal } from '#tests/support/refusal.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type Browser, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

const send = (browser: Browser, path: string, input: unknown) =>
  browser.request(`/trpc/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
const ask = (browser: Browser, path: string, input: unknown) =>
  browser.request(`/trpc/${path}?${new URLSearchParams({ input: JSON.stringify(input) }).toString()}`);
async function codeOf(response: Promise<Response>): Promise<unknown> {
  const body = (await (await response).json()) as { error?: { data?: { appCode?: unknown } } }; // reason: the wire's error shape
  return body.error?.data?.appCode;
}

const guest = { priceId: 'pro_monthly', guestEmail: 'maya@fernandkiln.example' };

describe('a checkout without an account', () => {
  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a list', [guest]],
    ['a list of prices', { ...guest, priceId: ['pro_monthly', 'starter_monthly'] }],
    ['a list of addresses', { ...guest, guestEmail: [guest.guestEmail, 'tomas@ledgerly.example'] }],
    ['no address', { priceId: guest.priceId }],
    ['two addresses in one', { ...guest, guestEmail: 'maya@fernandkiln.example, tomas@ledgerly.example' }],
    ['a line break in the address', { ...guest, guestEmail: 'maya@fernandkiln.example\nbcc: tomas@ledgerly.example' }],
    ['a very long address', { ...guest, guestEmail: `${'m'.repeat(300)}@fernandkiln.example` }],
    ['a price of Stripe’s', { ...guest, priceId: 'price_1OtherAccount' }],
    ['a price that is none of ours', { ...guest, priceId: 'free_monthly' }],
    ['a price by the name of a property', { ...guest, priceId: '__proto__' }],
    ['an amount', { ...guest, amount: 1 }],
    ['a number of seats', { ...guest, quantity: 100 }],
    ['a trial of their choice', { ...guest, trialDays: 365 }],
    ['the urgent offer', { ...guest, urgent: true }],
    ['a discount for the urgent', { ...guest, discount: 'urgent' }],
    ['a coupon', { ...guest, discount: 'tenfold_100_off' }],
    ['a list of discounts', { ...guest, discount: ['first-time', 'welcome-back'] }],
    ['someone’s id', { ...guest, userId: '6f1c2b1e-7d3a-4f6e-9b8a-0c1d2e3f4a5b' }],
    ['a way back of their choice', { ...guest, successUrl: 'https://phish.example' }],
  ])('with %s is refused, and nothing is stored', async (_, input) => {
    expect(await codeOf(send(app.browser(), 'billing.guestCheckout', input))).toBe('INVALID_INPUT');
    expect(await app.db.selectFrom('guest_purchases').select('id').execute()).toEqual([]);
  });
});

const change = { priceId: 'pro_monthly', prorationAt: '2026-11-16T09:00:00.000Z' };
describe('a change of plan', () => {
  test.each([
    ['a list', [change]],
    ['a price of Stripe’s', { ...change, priceId: 'price_1OtherAccount' }],
    ['a list of prices', { ...change, priceId: ['pro_monthly'] }],
    ['no instant', { priceId: change.priceId }],
    ['a number for the instant', { ...change, prorationAt: 1_763_283_600 }],
    ['words for the instant', { ...change, prorationAt: 'yesterday' }],
    ['an amount', { ...change, amount: 0 }],
    ['someone’s subscription', { ...change, subscriptionId: 'sub_123456' }],
    ['a discount', { ...change, discount: 'first-time' }],
  ])('with %s is refused', async (_, input) => {
    expect(await codeOf(send(await aPerson(app), 'billing.changePlan', input))).toBe('INVALID_INPUT');
  });

  test.each([
    ['a list', ['pro_monthly']],
    ['a price of Stripe’s', { priceId: 'price_1OtherAccount' }],
    ['no price', {}],
    ['an instant', change],
    ['someone’s id', { priceId: 'pro_monthly', userId: '6f1c2b1e-7d3a-4f6e-9b8a-0c1d2e3f4a5b' }],
  ])('is not previewed with %s', async (_, input) => {
    expect(await codeOf(ask(await aPerson(app), 'billing.previewChange', input))).toBe('INVALID_INPUT');
  });
});

describe('the page after paying', () => {
  test.each([
    ['nothing', {}],
    ['a list', { sessionId: ['cs_test_abcdefgh'] }],
    ['another kind of id', { sessionId: 'sub_abcdefgh' }],
    ['a path', { sessionId: 'cs_test_abc/../../customers' }],
    ['a very long id', { sessionId: `cs_${'a'.repeat(500)}` }],
    ['someone’s id', { sessionId: 'cs_test_abcdefgh', userId: '6f1c2b1e-7d3a-4f6e-9b8a-0c1d2e3f4a5b' }],
  ])('rejects a session with %s', async (_, input) => {
    expect(await codeOf(ask(app.browser(), 'billing.purchase', input))).toBe('INVALID_INPUT');
  });
});

describe('a procedure that calls Stripe', () => {
  const settled = async (work: Promise<unknown>[]) => new Set(await Promise.all(work));

  test('accepts 120 calls per person in ten minutes, all kinds together, and still serves others', async () => {
    const [maya, tomas] = [await aPerson(app), await aPerson(app)];
    for (let time = 0; time < 60; time += 1) {
      expect(await refusal(maya.api.billing.invoices.query())).toBe('accepted');
      expect(await refusal(maya.api.billing.portal.mutate())).toBe('NO_BILLING_ACCOUNT');
    }
    const { billing } = maya.api;
    expect(
      await settled([
        refusal(billing.invoices.query()),
        refusal(billing.portal.mutate()),
        refusal(billing.checkout.mutate({ priceId: 'pro_monthly' })),
        refusal(billing.previewChange.query({ priceId: 'pro_monthly' })),
        refusal(billing.changePlan.mutate({ priceId: 'pro_monthly', prorationAt: '2026-11-16T09:00:00.000Z' })),
        refusal(billing.cancel.mutate()),
        refusal(billing.undoCancel.mutate()),
      ]),
    ).toEqual(new Set(['TOO_MANY_ATTEMPTS']));
    expect(await refusal(tomas.api.billing.invoices.query())).toBe('accepted');
    app.clock.advance(10 * 60_000);
    expect(await refusal(billing.invoices.query())).toBe('accepted');
  });

  test('accepts 60 purchases per address in ten minutes', async () => {
    const browser = app.browser();
    const look = () => refusal(browser.api.billing.purchase.query({ sessionId: 'cs_test_abcdefgh' }));
    for (let time = 0; time < 60; time += 1) expect(await look()).toBe('accepted');
    expect(await look()).toBe('TOO_MANY_ATTEMPTS');
  });
});
