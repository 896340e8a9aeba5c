import type { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  aCatalog,
  aCustomer,
  type Catalog,
  DAY,
  eventTypes,
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
let prices: Catalog;

beforeEach(async () => {
  world = await startStripeWorld();
  ({ stripe } = world);
  prices = await aCatalog(stripe);
});
afterEach(() => world.close());

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
  test('shows a guest the amount due, takes a card and redirects back with the session id', async () => {
    const off = { amount_off: 2_950, currency: 'usd', duration: 'once' } as const;
    const coupon = await stripe.coupons.create({ id: 'first', name: 'First time', ...off });
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

    expect((await post(urlOf(session), { ...VISA, email: 'nobody' })).page).toContain('Enter an email address');
    const paid = await post(urlOf(session), { ...VISA, email: 'guest@example.com' });
    expect([paid.status, paid.to]).toEqual([303, `${APP}/success?session=${session.id}`]);
    const done = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['customer', 'subscription', 'invoice'],
    });
    expect(done).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      client_reference_id: 'person-1',
      metadata: { plan: 'pro' },
      customer: { email: 'guest@example.com' },
      subscription: { status: 'active', metadata: { person: '1' }, discounts: [] },
      invoice: { amount_paid: 2_950, status: 'paid' },
    });
    const types = await eventTypes(stripe, (done.customer as Stripe.Customer).id); // reason: it was expanded
    expect(types.at(-1)).toBe('checkout.session.completed');
    expect((await get(`${world.sandbox().url}/pay/${session.id}`)).page).toContain('You’re all set');
    await post(`${world.sandbox().url}/pay/${session.id}`, { ...VISA, email: 'guest@example.com' });
    expect((await stripe.customers.list({ email: 'guest@example.com' })).data).toHaveLength(1);
  });

  test('needs no card for a trial that requires none, and takes one if given', async () => {
    const customer = await aCustomer(stripe, { card: null });
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
    expect(page).toContain('From November 6, 2026');
    expect((await post(urlOf(session), { pay: 'yes' })).status).toBe(303);
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
    expect(done.subscription).toMatchObject({ status: 'trialing', trial_end: START + 5 * DAY });
    const other = await aCustomer(stripe, { card: null });
    const second = await aSession(prices.pro, { ...trial, customer: other.id });
    await post(urlOf(second), { test_card: '4000000000000341' });
    await moveTo(world, START + 5 * DAY + 2 * HOUR);
    const late = await stripe.subscriptions.list({ customer: other.id });
    expect(late.data).toMatchObject([{ status: 'past_due' }]);
    const subscriptions = await stripe.subscriptions.list({ customer: customer.id, status: 'all' });
    expect(subscriptions.data).toMatchObject([{ status: 'canceled' }]);
  });

  test.each([
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['4000000000000341', 'Your card was declined.'],
    ['4242424242424241', 'Your card number is incorrect.'],
  ])('reports that card %s failed, keeps what was typed and allows another try', async (number, words) => {
    const session = await aSession(prices.pro);
    const refused = await post(urlOf(session), { ...VISA, number, email: 'again@example.com' });
    expect(refused.status).toBe(400);
    expect(refused.page).toContain(words);
    expect(refused.page).toContain('value="again@example.com"');
    expect(refused.page).not.toContain(`value="${VISA.expiry}"`);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open', subscription: null });
    expect((await post(urlOf(session), { ...VISA, email: 'again@example.com' })).status).toBe(303);
  });

  test('asks for approval if the card requires it', async () => {
    const session = await aSession(prices.pro, { tax_id_collection: { enabled: true } });
    const typed = {
      ...VISA,
      number: '4000002500003155',
      email: 'asked@example.com',
      business_name: 'Harbor Kiln GmbH',
      tax_id_type: 'eu_vat',
      tax_id: 'DE123456789',
    };
    const { page } = await post(urlOf(session), typed);
    expect(page).toContain('Confirm with your bank');
    const { method, ...kept } = hiddenFields(page);
    expect((await post(urlOf(session), { ...kept, method: method ?? '', approval: 'no' })).page).toContain(
      'unable to authenticate',
    );
    const again = hiddenFields((await post(urlOf(session), typed)).page);
    expect((await post(urlOf(session), { ...again, approval: 'yes' })).status).toBe(303);
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['customer', 'invoice'] });
    expect(done).toMatchObject({
      status: 'complete',
      customer: { name: 'Harbor Kiln GmbH', business_name: 'Harbor Kiln GmbH' },
      invoice: { customer_tax_ids: [{ type: 'eu_vat', value: 'DE123456789' }], customer_name: 'Harbor Kiln GmbH' },
    });
  });

  test('asks for a company name if the session collects one, and puts it on the invoice', async () => {
    const customer = await aCustomer(stripe, { card: null });
    const session = await aSession(prices.pro, {
      customer: customer.id,
      customer_update: { name: 'auto', address: 'auto' },
      name_collection: { business: { enabled: true, optional: false } },
      billing_address_collection: 'required',
    });
    const { page } = await get(urlOf(session));
    expect(page).toContain('Company name');
    expect(page).not.toContain('Tax ID');
    const address = { line1: 'Kai 1', country: 'de' };
    expect((await post(urlOf(session), { ...VISA, ...address })).page).toContain('Enter your company name.');
    expect((await post(urlOf(session), { ...VISA, business_name: 'Kiln' })).page).toContain('Enter a street address');
    await post(urlOf(session), { ...VISA, ...address, business_name: 'Kiln' });
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['invoice', 'customer'] });
    expect(done).toMatchObject({
      invoice: { customer_name: 'Kiln', customer_address: { line1: 'Kai 1', country: 'DE' } },
      customer: { business_name: 'Kiln', address: { line1: 'Kai 1', country: 'DE' } },
    });
  });

  test('charges once, however often its button is clicked simultaneously', async () => {
    const customer = await aCustomer(stripe, { card: null });
    const session = await aSession(prices.pro, { customer: customer.id });
    const all = await Promise.all(Array.from({ length: 20 }, () => post(urlOf(session), VISA)));
    expect(new Set(all.map(({ to }) => to))).toEqual(new Set([`${APP}/success?session=${session.id}`]));
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toHaveLength(1);
    expect((await stripe.charges.list({ customer: customer.id })).data).toHaveLength(1);
  });

  test('expires by time or by request, and then charges no one', async () => {
    const customer = await aCustomer(stripe);
    const session = await aSession(prices.pro, { customer: customer.id });
    await moveTo(world, START + 2 * DAY);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'expired', url: null });
    expect((await post(urlOf(session), VISA)).page).toContain('This page has expired');
    const other = await aSession(prices.pro);
    await stripe.checkout.sessions.expire(other.id);
    await expect(stripe.checkout.sessions.expire(other.id)).rejects.toMatchObject({ statusCode: 400 });
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([]);
  });

  test('is refused in Stripe’s words if the parameters contradict each other', async () => {
    const customer = await aCustomer(stripe, { card: null });
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
    const retired = await stripe.prices.update((await aCatalog(stripe)).pro.id, { active: false });
    await expect(aSession(retired)).rejects.toMatchObject({ code: 'price_inactive' });
    await expect(aSession(prices.pro, { discounts: [{ coupon: 'none' }] })).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'discounts[0][coupon]',
    });
  });

  test('rejects a form from another site', async () => {
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
  const aConfiguration = () =>
    stripe.billingPortal.configurations.create({
      features: {
        customer_update: { enabled: true, allowed_updates: ['name', 'address', 'tax_id'] },
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: true, mode: 'at_period_end' },
        subscription_update: { enabled: false },
      },
    });
  const open = async () => {
    await aConfiguration();
    const customer = await aCustomer(stripe);
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: prices.pro.id }],
    });
    const session = await stripe.billingPortal.sessions.create({
      customer: customer.id,
      return_url: `${APP}/billing`,
    });
    return { customer, subscription, session, url: session.url };
  };

  test('cannot be opened before it is configured', async () => {
    const customer = await aCustomer(stripe);
    await expect(stripe.billingPortal.sessions.create({ customer: customer.id })).rejects.toMatchObject({
      param: 'configuration',
    });
    const first = await aConfiguration();
    expect(first).toMatchObject({ is_default: true, active: true });
    const renamed = await stripe.billingPortal.configurations.update(first.id, {
      business_profile: { headline: 'Hi' },
      features: { invoice_history: { enabled: true } },
    });
    expect(renamed).toMatchObject({ business_profile: { headline: 'Hi' }, features: first.features });
    expect((await stripe.billingPortal.configurations.list({ active: true })).data).toHaveLength(1);
  });

  test('shows plan, card and invoices', async () => {
    const { page } = await get((await open()).url);
    for (const words of ['Pro', 'visa ending in 4242', '$59.00', `${APP}/billing`]) expect(page).toContain(words);
  });

  test('cancels at the end of the period and undoes it', async () => {
    const { url, subscription } = await open();
    expect((await get(`${url}/cancel`)).page).toContain('Your subscription ends on December 1, 2026');
    await post(`${url}/cancel`, {});
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      cancel_at_period_end: true,
    });
    expect((await get(url)).page).toContain('Keep subscription');
    await post(`${url}/resume`, {});
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ cancel_at_period_end: false });
  });

  test('takes a new card, which can pay an open invoice', async () => {
    const { url, customer, subscription } = await open();
    await post(`${url}/card`, { test_card: '4000000000000341' });
    expect((await post(`${url}/card`, { test_card: '4000000000000002' })).page).toContain('Your card was declined.');
    await moveTo(world, START + 30 * DAY + 2 * HOUR);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'past_due' });
    const fresh = await stripe.billingPortal.sessions.create({ customer: customer.id });
    expect((await get(fresh.url)).page).toContain('Pay now');
    const invoice = await latestInvoice(stripe, subscription.id);
    const paid = await post(`${invoice.hosted_invoice_url}/pay`, { test_card: '4242424242424242' });
    expect(paid.status).toBe(303);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' });
    expect(await latestInvoice(stripe, subscription.id)).toMatchObject({ status: 'paid' });
  });

  test('saves company, tax id and address, and rejects an invalid tax id', async () => {
    const { url, customer } = await open();
    const typed = {
      business_name: 'Kiln',
      tax_id_type: 'eu_vat',
      tax_id: 'FR12345678901',
      line1: 'Quai 1',
      country: 'fr',
    };
    expect((await post(`${url}/details`, { ...typed, tax_id: '?' })).page).toContain('Invalid value for eu_vat.');
    await post(`${url}/details`, typed);
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({
      name: 'Kiln',
      address: { line1: 'Quai 1', country: 'FR' },
    });
    expect((await get(url)).page).toContain('FR12345678901');
  });

  test('cannot be opened with a guessed URL', async () => {
    expect((await get(`${world.sandbox().url}/portal/test_guess`)).status).toBe(404);
  });
});

describe('an invoice', () => {
  test('is available as a page and as a PDF', async () => {
    const customer = await aCustomer(stripe);
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
  const move = (step: string) => post(`${world.sandbox().url}/stripe/clock`, { step });

  test('lists customers, subscriptions and webhooks with their markup escaped', async () => {
    await stripe.customers.create({ name: '<script>alert(1)</script>' });
    const { page } = await get(`${world.sandbox().url}/stripe`);
    expect(page).toContain('&lt;script&gt;alert(1)');
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('Move the clock');
  });

  test('moves to the next renewal and its payment with one button, and treats an unknown step the same way', async () => {
    for (const step of ['next', 'constructor']) expect((await move(step)).status, step).toBe(404);
    const customer = await aCustomer(stripe);
    const made = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: prices.pro.id }] });
    expect((await move('next')).status).toBe(303);
    expect(await latestInvoice(stripe, made.id)).toMatchObject({
      billing_reason: 'subscription_cycle',
      status: 'paid',
    });
  });

  test('moves the clock, which the product can follow, and keeps it across restarts', async () => {
    const customer = await aCustomer(stripe);
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
