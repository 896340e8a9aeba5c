import { describe, expect, test } from 'vitest';
import { CARDS } from '#tests/support/billing-world.ts';
import { refusal } from '#tests/support/refusal.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { aPerson } from '#tests/support/people.ts';
import { aSubscriber, customerOf } from '#tests/support/subscribers.ts';

const shop = inBillingWorld();

const FERN = {
  attempt: '3b0f3d0e-8f0a-4c52-9f6b-0d5a4f1b2c3d',
  company: 'Fern & Kiln AB',
  taxIdType: 'eu_vat',
  taxId: 'se123456789001',
  address: { line1: 'Kilngatan 4', line2: '', city: 'Malmö', state: '', postalCode: '211 35', country: 'SE' },
} as const;

describe('the details on the invoices', () => {
  test('are shown as they were given on the pay page, edited, and used for the next invoice', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    expect(await maya.api.billing.details.query()).toMatchObject({
      taxId: null,
      address: { line1: 'Storgatan 1', city: 'Malmö', postalCode: '211 34', country: 'SE' },
    });
    const saved = await maya.api.billing.saveDetails.mutate(FERN);
    const { attempt: _attempt, taxIdType: type, taxId, ...shown } = FERN;
    expect(saved).toMatchObject({ ...shown, taxId: { type, value: taxId.toUpperCase() } });
    expect(await maya.api.billing.details.query()).toEqual(saved);
    const { prorationAt } = await maya.api.billing.previewChange.query({ priceId: 'ultimate_monthly' });
    await maya.api.billing.changePlan.mutate({ priceId: 'ultimate_monthly', prorationAt });
    const customer = await customerOf(shop, maya);
    const [invoice] = (await shop.world.stripe.invoices.list({ customer })).data;
    expect(invoice).toMatchObject({
      customer_name: FERN.company,
      customer_address: { line1: FERN.address.line1, postal_code: FERN.address.postalCode },
      customer_tax_ids: [{ type, value: taxId.toUpperCase() }],
    });
  });

  test('sent again have one effect, and an empty field removes what it held', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    await Promise.all([1, 2, 3].map(() => maya.api.billing.saveDetails.mutate(FERN)));
    const customer = await customerOf(shop, maya);
    expect((await shop.world.stripe.customers.listTaxIds(customer)).data).toHaveLength(1);
    const empty = { line1: '', line2: '', city: '', state: '', postalCode: '', country: '' };
    const cleared = await maya.api.billing.saveDetails.mutate({ ...FERN, company: '', taxId: '', address: empty });
    expect(cleared).toMatchObject({ company: '', taxId: null, address: empty });
  });

  test('with a tax ID of another kind are refused, and the old one stays', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    await maya.api.billing.saveDetails.mutate(FERN);
    expect(await refusal(maya.api.billing.saveDetails.mutate({ ...FERN, taxIdType: 'us_ein' }))).toBe('TAX_ID_INVALID');
    expect((await maya.api.billing.details.query()).taxId?.value).toBe(FERN.taxId.toUpperCase());
  });

  test.each([
    ['a street without a country', { ...FERN, address: { ...FERN.address, country: '' } }],
    ['a country that does not exist', { ...FERN, address: { ...FERN.address, country: 'XX' } }],
    ['a company name of 151 characters', { ...FERN, company: 'a'.repeat(151) }],
  ])('with %s are refused', async (_, details) => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    expect(await refusal(maya.api.billing.saveDetails.mutate(details))).toBe('INVALID_INPUT');
  });

  test('exist only for customers', async () => {
    const maya = await aPerson(shop.app, { plan: 'trial' });
    expect(await refusal(maya.api.billing.details.query())).toBe('NO_BILLING_ACCOUNT');
    expect(await refusal(maya.api.billing.saveDetails.mutate(FERN))).toBe('NO_BILLING_ACCOUNT');
  });
});

describe('changing the card', () => {
  test('opens Stripe’s own form, which returns to billing, where the new card is named', async () => {
    const maya = await aSubscriber(shop, 'pro_monthly');
    const { url } = await maya.api.billing.changeCard.mutate();
    const page = await (await fetch(url)).text();
    expect(page).toContain('Change card');
    const fields = new URLSearchParams({ number: CARDS.failsLater, expiry: '12/34', cvc: '123' });
    const answer = await fetch(`${url}/card`, { method: 'POST', body: fields, redirect: 'manual' });
    expect(answer.headers.get('location')).toMatch(/\/dashboard\/billing$/);
    const { current } = await maya.api.billing.refresh.mutate();
    expect(current?.card).toEqual({ brand: 'visa', last4: '0341' });
  });
});
