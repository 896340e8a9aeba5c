import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aCatalogue,
  aCustomer,
  type Catalogue,
  DAY,
  eventTypes,
  eventually,
  HOUR,
  latestInvoice,
  moveTo,
  START,
  startStripeWorld,
  type StripeWorld,
} from '#tests/support/stripe-world.ts';

const APP = 'https://app.tenfold.test';
const VISA = { number: '4242 4242 4242 4242', expiry: '12/30', cvc: '123' };
let world: StripeWorld;
let stripe: Stripe;
let prices: Catalogue;

beforeAll(async () => {
  world = await startStripeWorld();
  ({ stripe } = world);
  prices = await aCatalogue(stripe);
});
afterAll(() => world.close());

const get = async (url: string) => {
  const response = await fetch(url, { redirect: 'manual' });
  return { response, status: response.status, page: await response.text(), to: response.headers.get('location') };
};
const post = async (url: string, fields: Record<string, string>) => {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  return { status: response.status, page: await response.text(), to: response.headers.get('location') };
};
const aSession = (price: Stripe.Price, more: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: `${APP}/success?session={CHECKOUT_SESSION_ID}`,
    cancel_url: `${APP}/cancel`,
    ...more,
  });
const urlOf = ({ url }: { url: string | null }) => {
  if (!url) throw new Error('an open session has an address');
  return url;
};
const hiddenFields = (page: string) =>
  Object.fromEntries([...page.matchAll(/name="([^"]+)"\s+value="([^"]*)"/g)].map(([, name, value]) => [name, value]));

describe('the pay page', () => {
  test('of a guest says what is due, takes a card and leads back with the id of the session', async () => {
    const coupon = await stripe.coupons.create({ percent_off: 50, name: 'First time' });
    const session = await aSession(prices.pro, {
      client_reference_id: 'person-1',
      metadata: { plan: 'pro' },
      subscription_data: { metadata: { person: '1' } },
      discounts: [{ coupon: coupon.id }],
    });
    expect(session).toMatchObject({ amount_total: 2_950, amount_subtotal: 5_900, payment_status: 'unpaid' });
    const { page, response } = await get(urlOf(session));
    expect(page).toContain('Due today');
    expect(page).toContain('$29.50');
    expect(page).toContain('$59.00 a month');
    expect(page).toContain(`href="${APP}/cancel"`);
    expect(page).not.toContain('<script');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain(`form-action 'self' ${APP};`);
    expect(policy).toContain("default-src 'none'");

    expect((await post(urlOf(session), { ...VISA, email: 'nobody' })).page).toContain('Enter an e-mail address');
    const paid = await post(urlOf(session), { ...VISA, email: 'guest@example.com' });
    expect([paid.status, paid.to]).toEqual([303, `${APP}/success?session=${session.id}`]);
    const done = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['customer', 'subscription', 'line_items', 'invoice'],
    });
    expect(done).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      client_reference_id: 'person-1',
      metadata: { plan: 'pro' },
      customer: { email: 'guest@example.com' },
      customer_details: { email: 'guest@example.com' },
      subscription: { status: 'active', metadata: { person: '1' }, discounts: [] },
      line_items: { data: [{ amount_total: 2_950, price: { id: prices.pro.id } }] },
      invoice: { amount_paid: 2_950, status: 'paid' },
    });
    const types = await eventTypes(stripe, (done.customer as Stripe.Customer).id); // reason: it was expanded
    expect(types.at(-1)).toBe('checkout.session.completed');
    expect((await get(`${world.sandbox().url}/pay/${session.id}`)).page).toContain('This is paid');
    await post(`${world.sandbox().url}/pay/${session.id}`, { ...VISA, email: 'guest@example.com' });
    expect((await stripe.customers.list({ email: 'guest@example.com' })).data).toHaveLength(1);
  });

  test('of a trial needs no card where none was asked for, and takes one who wants to give it', async () => {
    const { customer, clock } = await aCustomer(stripe, { card: null });
    const trial = {
      customer: customer.id,
      payment_method_collection: 'if_required' as const,
      subscription_data: {
        trial_end: START + 5 * DAY,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
      },
    };
    const session = await aSession(prices.pro, trial);
    expect(session).toMatchObject({ amount_total: 0, payment_status: 'no_payment_required' });
    const { page } = await get(urlOf(session));
    expect(page).toContain('No card needed');
    expect(page).toContain('From 6 November 2026');
    expect((await post(urlOf(session), { pay: 'yes' })).status).toBe(303);
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
    expect(done.subscription).toMatchObject({ status: 'trialing', trial_end: START + 5 * DAY });
    await moveTo(stripe, clock.id, START + 6 * DAY);
    const subscriptions = await stripe.subscriptions.list({ customer: customer.id, status: 'all' });
    expect(subscriptions.data).toMatchObject([{ status: 'canceled' }]);

    const other = await aCustomer(stripe, { card: null });
    const second = await aSession(prices.pro, { ...trial, customer: other.customer.id });
    await post(urlOf(second), { test_card: '4000000000000341' });
    await moveTo(stripe, other.clock.id, START + 5 * DAY + 2 * HOUR);
    const late = await stripe.subscriptions.list({ customer: other.customer.id });
    expect(late.data).toMatchObject([{ status: 'past_due' }]);
  });

  test.each([
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['4000000000000341', 'Your card was declined.'],
    ['4242424242424241', 'Your card number is incorrect.'],
  ])('with card %s says so, keeps what was typed and can be tried again', async (number, words) => {
    const session = await aSession(prices.pro);
    const refused = await post(urlOf(session), { ...VISA, number, email: 'again@example.com' });
    expect(refused.status).toBe(400);
    expect(refused.page).toContain(words);
    expect(refused.page).toContain('value="again@example.com"');
    expect(refused.page).not.toContain(`value="${VISA.expiry}"`);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open', subscription: null });
    expect((await post(urlOf(session), { ...VISA, email: 'again@example.com' })).status).toBe(303);
  });

  test('asks the owner of a card that wants to be asked', async () => {
    const session = await aSession(prices.pro, { tax_id_collection: { enabled: true } });
    const typed = {
      ...VISA,
      number: '4000002500003155',
      email: 'asked@example.com',
      business_name: 'Harbour Kiln GmbH',
      tax_id_type: 'eu_vat',
      tax_id: 'DE123456789',
    };
    const { page } = await post(urlOf(session), typed);
    expect(page).toContain('Your bank asks');
    const { method, ...kept } = hiddenFields(page);
    expect((await post(urlOf(session), { ...kept, method: method ?? '', approval: 'no' })).page).toContain(
      'unable to authenticate',
    );
    const again = hiddenFields((await post(urlOf(session), typed)).page);
    expect((await post(urlOf(session), { ...again, approval: 'yes' })).status).toBe(303);
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['customer', 'invoice'] });
    expect(done).toMatchObject({
      status: 'complete',
      customer: { name: 'Harbour Kiln GmbH', business_name: 'Harbour Kiln GmbH' },
      customer_details: { business_name: 'Harbour Kiln GmbH', tax_ids: [{ type: 'eu_vat', value: 'DE123456789' }] },
      invoice: { customer_tax_ids: [{ type: 'eu_vat', value: 'DE123456789' }], customer_name: 'Harbour Kiln GmbH' },
    });
  });

  test('asks for the name of a company where it should, and puts it on the invoice', async () => {
    const { customer } = await aCustomer(stripe, { card: null });
    const session = await aSession(prices.pro, {
      customer: customer.id,
      customer_update: { name: 'auto', address: 'auto' },
      name_collection: { business: { enabled: true } },
      billing_address_collection: 'required',
      subscription_data: { billing_mode: { type: 'flexible' } },
    });
    const { page } = await get(urlOf(session));
    expect(page).toContain('Company name');
    expect(page).not.toContain('Tax ID');
    const address = { line1: 'Kai 1', country: 'de' };
    expect((await post(urlOf(session), { ...VISA, ...address })).page).toContain('Enter the name of your company.');
    expect((await post(urlOf(session), { ...VISA, business_name: 'Kiln' })).page).toContain('Enter a street');
    await post(urlOf(session), { ...VISA, ...address, business_name: 'Kiln' });
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['invoice', 'customer'] });
    expect(done).toMatchObject({
      invoice: { customer_name: 'Kiln', customer_address: { line1: 'Kai 1', country: 'DE' } },
      customer: { business_name: 'Kiln', address: { line1: 'Kai 1', country: 'DE' } },
    });
  });

  test('pays once, however often its button is pressed at the same moment', async () => {
    const { customer } = await aCustomer(stripe, { card: null });
    const session = await aSession(prices.pro, { customer: customer.id });
    const all = await Promise.all(Array.from({ length: 20 }, () => post(urlOf(session), VISA)));
    expect(new Set(all.map(({ to }) => to))).toEqual(new Set([`${APP}/success?session=${session.id}`]));
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toHaveLength(1);
    expect((await stripe.charges.list({ customer: customer.id })).data).toHaveLength(1);
  });

  test('expires by time or by request, and charges nobody then', async () => {
    const { customer, clock } = await aCustomer(stripe);
    const session = await aSession(prices.pro, { customer: customer.id });
    await moveTo(stripe, clock.id, START + 2 * DAY);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'expired', url: null });
    expect((await post(urlOf(session), VISA)).page).toContain('This page has expired');
    const other = await aSession(prices.pro);
    await stripe.checkout.sessions.expire(other.id);
    await expect(stripe.checkout.sessions.expire(other.id)).rejects.toMatchObject({ statusCode: 400 });
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([]);
  });

  test('is refused with the words of Stripe where parameters do not go together', async () => {
    const { customer } = await aCustomer(stripe, { card: null });
    const tooSoon = { subscription_data: { trial_end: START + 2 * DAY - 1 } };
    await expect(aSession(prices.pro, tooSoon)).rejects.toMatchObject({
      message: 'The `trial_end` date has to be at least 2 days in the future.',
      param: 'subscription_data[trial_end]',
    });
    await expect(
      aSession(prices.pro, { customer: customer.id, customer_email: 'a@example.com' }),
    ).rejects.toMatchObject({ code: 'parameters_exclusive' });
    await expect(
      aSession(prices.pro, { customer: customer.id, tax_id_collection: { enabled: true } }),
    ).rejects.toMatchObject({ param: 'customer_update[name]' });
    await expect(aSession(prices.pro, { expires_at: START + 60 })).rejects.toMatchObject({ param: 'expires_at' });
    const retired = await stripe.prices.update((await aCatalogue(stripe)).pro.id, { active: false });
    await expect(aSession(retired)).rejects.toMatchObject({ code: 'price_inactive' });
    await expect(aSession(prices.pro, { discounts: [{ coupon: 'none' }] })).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'discounts[0][coupon]',
    });
  });

  test('takes no form of another site', async () => {
    const session = await aSession(prices.pro);
    const response = await fetch(urlOf(session), {
      method: 'POST',
      body: new URLSearchParams(VISA),
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(response.status).toBe(403);
  });
});

describe('the portal', () => {
  const aConfiguration = async () =>
    stripe.billingPortal.configurations.create({
      features: {
        customer_update: { enabled: true, allowed_updates: ['email', 'name', 'address', 'tax_id'] },
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: true, mode: 'at_period_end' },
        subscription_update: {
          enabled: true,
          default_allowed_updates: ['price'],
          proration_behavior: 'always_invoice',
          products: await Promise.all(
            [prices.pro, prices.ultimate].map(async (price) => ({
              product: price.product as string, // reason: it was not expanded
              prices: [price.id],
            })),
          ),
        },
      },
    });
  const open = async (more: Partial<Stripe.BillingPortal.SessionCreateParams> = {}) => {
    const { customer, clock } = await aCustomer(stripe);
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: prices.pro.id }],
    });
    const session = await stripe.billingPortal.sessions.create({
      customer: customer.id,
      return_url: `${APP}/billing`,
      ...more,
    });
    return { customer, clock, subscription, session, url: session.url };
  };

  test('cannot be opened before it was configured', async () => {
    const { customer } = await aCustomer(stripe);
    await expect(stripe.billingPortal.sessions.create({ customer: customer.id })).rejects.toMatchObject({
      param: 'configuration',
    });
    const first = await aConfiguration();
    expect(first).toMatchObject({ is_default: true, active: true });
    const renamed = await stripe.billingPortal.configurations.update(first.id, {
      business_profile: { headline: 'Hi' },
    });
    expect(renamed).toMatchObject({ business_profile: { headline: 'Hi' }, features: first.features });
    expect((await stripe.billingPortal.configurations.list({ is_default: true })).data).toHaveLength(1);
  });

  test('shows plan, card and invoices, and changes the plan for what it said', async () => {
    const { url, subscription } = await open();
    const { page } = await get(url);
    for (const words of ['Pro', 'visa ending in 4242', 'Change plan', `${APP}/billing`]) expect(page).toContain(words);
    expect((await get(`${url}/plan`)).page).toContain('Current plan');
    const confirm = await get(`${url}/confirm?price=${prices.ultimate.id}`);
    expect(confirm.page).toContain('$38.00');
    expect((await post(`${url}/confirm`, { price: prices.ultimate.id })).status).toBe(303);
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ amount_paid: 3_800 });
    expect((await post(`${url}/confirm`, { price: prices.starter.id })).page).toContain('not offered');
  });

  test('cancels at the end of the period and undoes it', async () => {
    const { url, subscription } = await open();
    expect((await get(`${url}/cancel`)).page).toContain('It will end on 1 December 2026');
    await post(`${url}/cancel`, { feedback: 'too_expensive' });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      cancel_at_period_end: true,
      cancellation_details: { feedback: 'too_expensive' },
    });
    expect((await get(url)).page).toContain('Do not cancel');
    await post(`${url}/resume`, {});
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ cancel_at_period_end: false });
  });

  test('takes a new card, with which an unpaid invoice can be paid', async () => {
    const { url, customer, clock, subscription } = await open();
    await post(`${url}/card`, { test_card: '4000000000000341' });
    expect((await post(`${url}/card`, { test_card: '4000000000000002' })).page).toContain('Your card was declined.');
    await moveTo(stripe, clock.id, START + 30 * DAY + 2 * HOUR);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'past_due' });
    const fresh = await stripe.billingPortal.sessions.create({ customer: customer.id });
    expect((await get(fresh.url)).page).toContain('Pay now');
    const invoice = await latestInvoice(stripe, subscription.id);
    const paid = await post(`${invoice.hosted_invoice_url}/pay`, { test_card: '4242424242424242' });
    expect(paid.status).toBe(303);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' });
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ status: 'paid' });
  });

  test('starts where a flow says and leads back where it says', async () => {
    const { customer, subscription } = await open();
    const [item] = subscription.items.data;
    const session = await stripe.billingPortal.sessions.create({
      customer: customer.id,
      flow_data: {
        type: 'subscription_update_confirm',
        after_completion: { type: 'redirect', redirect: { return_url: `${APP}/billing?success=true` } },
        subscription_update_confirm: {
          subscription: subscription.id,
          items: [{ id: item?.id ?? '', price: prices.proAnnual.id }],
        },
      },
    });
    const start = await get(session.url);
    expect(start.to).toContain(`/confirm?price=${prices.proAnnual.id}`);
    const done = await post(`${session.url}/confirm`, { price: prices.proAnnual.id });
    expect(done.to).toBe(`${APP}/billing?success=true`);
    const stranger = await aCustomer(stripe);
    await expect(
      stripe.billingPortal.sessions.create({
        customer: stranger.customer.id,
        flow_data: { type: 'subscription_cancel', subscription_cancel: { subscription: subscription.id } },
      }),
    ).rejects.toMatchObject({ param: 'flow_data[subscription_cancel][subscription]' });
  });

  test('keeps company, tax id and address, and refuses what is no tax id', async () => {
    const { url, customer } = await open();
    const typed = {
      email: 'books@example.com',
      business_name: 'Kiln',
      tax_id_type: 'eu_vat',
      tax_id: 'FR12345678901',
      line1: 'Quai 1',
      country: 'fr',
    };
    expect((await post(`${url}/details`, { ...typed, tax_id: '?' })).page).toContain('Invalid value for eu_vat.');
    await post(`${url}/details`, typed);
    expect(await stripe.customers.retrieve(customer.id, { expand: ['tax_ids'] })).toMatchObject({
      email: 'books@example.com',
      name: 'Kiln',
      address: { line1: 'Quai 1', country: 'FR' },
      tax_ids: { data: [{ value: 'FR12345678901' }] },
    });
  });

  test('does not open by a guessed address', async () => {
    expect((await get(`${world.sandbox().url}/portal/test_guess`)).status).toBe(404);
  });
});

describe('an invoice', () => {
  test('can be read as a page and as a PDF', async () => {
    const { customer } = await aCustomer(stripe);
    const made = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: prices.pro.id }] });
    const invoice = await latestInvoice(stripe, made.id);
    expect(invoice.number).toMatch(/^[A-Z0-9]{8}-0001$/);
    const { page } = await get(invoice.hosted_invoice_url ?? '');
    for (const words of [invoice.number ?? '', '$59.00', 'paid']) expect(page).toContain(words);
    const pdf = await fetch(invoice.invoice_pdf ?? '');
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(await pdf.text()).toMatch(/^%PDF-1\.4[^]+\(\$59\.00\)[^]+%%EOF\n$/);
  });
});

describe('the account', () => {
  const move = (step: string, clock = '') => post(`${world.sandbox().url}/stripe/clock`, { step, clock });

  test('lists customers, subscriptions and webhooks without showing what they could run', async () => {
    await stripe.customers.create({ name: '<script>alert(1)</script>' });
    const { page } = await get(`${world.sandbox().url}/stripe`);
    expect(page).toContain('&lt;script&gt;alert(1)');
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('Move the clock');
  });

  test('moves a test clock to the next renewal and its payment by one button', async () => {
    const { clock, customer } = await aCustomer(stripe);
    const made = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: prices.pro.id }] });
    await move('next', clock.id);
    await eventually(async () => (await latestInvoice(stripe, made.id)).billing_reason).toBe('subscription_cycle');
    await eventually(async () => (await latestInvoice(stripe, made.id)).status).toBe('paid');
  });

  test('moves to the next renewal, if there is one, for a step that it does not know', async () => {
    const { clock } = await aCustomer(stripe);
    for (const step of ['fortnight', 'constructor']) expect((await move(step, clock.id)).status, step).toBe(404);
  });

  test('moves everybody else’s time, which a product can follow, and keeps it over a restart', async () => {
    const customer = await stripe.customers.create({
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
    });
    const made = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: prices.pro.id }] });
    const clock = async () => (await get(`${world.sandbox().url}/clock`)).page;
    expect(await clock()).toBe('2026-11-01T12:00:00.000Z');
    await move('month');
    expect(await clock()).toBe('2026-12-02T12:00:00.000Z');
    expect(await latestInvoice(stripe, made.id)).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_cycle',
      created: START + 30 * DAY,
    });
    await world.restart();
    expect(await clock()).toBe('2026-12-02T12:00:00.000Z');
  });
});
