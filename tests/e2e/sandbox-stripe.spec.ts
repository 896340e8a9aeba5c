import { expect } from '@playwright/test';
import { Stripe } from 'stripe';
import { ownPort, sandboxPort } from './products.ts';
import { test } from './support.ts';

const stripe = new Stripe('sk_test_e2e', {
  host: 'localhost',
  port: sandboxPort(ownPort()),
  protocol: 'http',
  telemetry: false,
});

/** A separate pay page for a plan that leads back to the app. */
async function aPayPage(app = '', more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const product = await stripe.products.create({ name: 'Pro' });
  const recurring = { interval: 'month' as const };
  const price = await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 5_900, recurring });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price: price.id }],
    success_url: `${app}/health/live?paid={CHECKOUT_SESSION_ID}`,
    cancel_url: `${app}/health/live?back`,
    ...more,
  });
  return { url: session.url ?? '', session: session.id };
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a person pays, after a declined card and a bank’s approval', async ({ page, baseURL }) => {
    const { url, session } = await aPayPage(baseURL);
    await page.goto(url);
    await page.getByLabel('Email').fill('nora@example.com');
    await page.getByRole('button', { name: /^Declined/ }).click();
    await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
    await page.getByLabel('Card number').fill('4000 0025 0000 3155');
    await page.getByLabel('Expiration').fill('12/40');
    await page.getByLabel('CVC').fill('123');
    await page.getByLabel('CVC').press('Enter');
    await page.getByRole('button', { name: 'Approve' }).click();
    // The form's response leads to another origin, which the page's policy has to allow.
    await page.waitForURL(`**/health/live?paid=${session}`);
    const done = await stripe.checkout.sessions.retrieve(session, { expand: ['subscription'] });
    expect(done).toMatchObject({ payment_status: 'paid', subscription: { status: 'active' } });
  });

  test('a person starts a trial without a card, or goes back', async ({ page, baseURL }) => {
    const { url } = await aPayPage(baseURL, {
      customer_email: 'trial@example.com',
      payment_method_collection: 'if_required',
      subscription_data: { trial_period_days: 5 },
    });
    await page.goto(url);
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL('**/health/live?back');
    await page.goto(url);
    await expect(page.getByText('No card needed.')).toBeVisible();
    await page.getByRole('button', { name: 'Start trial', exact: true }).click();
    await page.waitForURL('**/health/live?paid=*');
  });
});

test('the pages are accessible on every screen size @phone', async ({ page, baseURL, looksRight }) => {
  const { url, session } = await aPayPage(baseURL, {
    tax_id_collection: { enabled: true },
    billing_address_collection: 'required',
  });
  await page.goto(url);
  await looksRight('pay page');
  await page.getByLabel('Email').fill('everybody@example.com');
  await page.getByLabel('Street address').fill('Kai 1');
  await page.getByLabel('Country').fill('DE');
  await page.getByRole('button', { name: /^Works …4242/ }).click();
  await page.waitForURL('**/health/live?paid=*');

  const { customer } = await stripe.checkout.sessions.retrieve(session);
  const configuration = await stripe.billingPortal.configurations.create({
    features: {
      customer_update: { enabled: true, allowed_updates: ['name', 'address', 'tax_id'] },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true },
    },
  });
  const portal = await stripe.billingPortal.sessions.create({
    customer: customer as string, // reason: it was not expanded
    configuration: configuration.id,
  });
  for (const step of ['', '/card', '/cancel', '/details']) {
    await page.goto(`${portal.url}${step}`);
    await looksRight(`portal${step}`);
  }
  await page.goto(portal.url);
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Invoice');
  await looksRight('invoice');
  await page.getByRole('link', { name: 'Payments' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payments');
  await looksRight('account');
});
