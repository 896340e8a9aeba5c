import type { Page } from '@playwright/test';
import { UPGRADE_TITLES } from '#contract/billing/upgrade-texts.ts';
import { BILLING_LABELS, PAY_NOW } from '#contract/billing/plan-texts.ts';
import { aPerson, aPhone, call, giveCredentials, lastMessage } from './identity.ts';
import { CLOCK_PORT, sandboxPort } from './products.ts';
import { expect, test } from './support.ts';

/** An instance whose clock, and Stripe's with it, is moved through its sandbox. */
const SANDBOX = `http://127.0.0.1:${sandboxPort(CLOCK_PORT)}`;
test.use({ baseURL: `http://localhost:${CLOCK_PORT}` });
// Serial, because they move the same clock.
test.describe.configure({ mode: 'default' });

const card = (page: Page) => page.getByRole('region', { name: 'Current Plan' });
const move = async (page: Page, step: 'hour' | 'day' | 'week' | 'month') => {
  await page.request.post(`${SANDBOX}/stripe/clock`, { form: { step } });
};
const openBilling = async (page: Page) => {
  await page.goto('/dashboard/billing');
  await expect(card(page)).toBeVisible();
};

/** Chooses Pro during the trial, with the given card or without one. */
async function choosePro(page: Page, number: string | null): Promise<void> {
  const { url } = await call<{ url: string }>(page, 'billing.checkout', { priceId: 'pro_monthly' });
  const tab = await page.context().newPage();
  await tab.goto(url);
  if (number !== null) await tab.getByText('Add a card now').click();
  await tab.getByRole('button', { name: number === null ? 'Start trial' : new RegExp(number), exact: true }).click();
  await tab.waitForURL(/\/success/);
  await tab.close();
  await call(page, 'billing.refresh');
}

test('a trial with a card becomes a paid plan when it ends', async ({ page }) => {
  await aPerson(page, 'trial-to-paid', SANDBOX);
  await choosePro(page, '4242');
  await openBilling(page);
  await expect(card(page).getByText(BILLING_LABELS.trialing, { exact: true })).toBeVisible();
  await move(page, 'week');
  await move(page, 'day');
  await openBilling(page);
  await expect(card(page).getByText(BILLING_LABELS.active, { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Invoice table' })).toContainText('$59.00');
  await page.goto('/dashboard/soshie');
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await page.goto('/dashboard/landa');
  await expect(page.getByRole('heading', { name: 'Landa is Locked' })).toBeVisible();
});

test('a trial without a card ends in Free, and nothing is deleted', async ({ page, looksRight }) => {
  await aPerson(page, 'trial-to-free', SANDBOX);
  await choosePro(page, null);
  await move(page, 'week');
  await move(page, 'day');
  await page.goto('/dashboard');
  await expect(page.getByText(UPGRADE_TITLES.trial_expired())).toBeVisible();
  await looksRight('home after the trial');
  await openBilling(page);
  await expect(card(page).getByText(BILLING_LABELS.free, { exact: true }).first()).toBeVisible();
  await page.goto('/dashboard/soshie');
  await expect(page.getByRole('heading', { name: 'Soshie is Locked' })).toBeVisible();
  await page.goto('/dashboard/brain-ai');
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
});

test('a failed payment leaves seven days, and paying it brings the plan back', async ({ page, looksRight }) => {
  await aPerson(page, 'payment-fails', SANDBOX);
  await choosePro(page, '0341');
  await move(page, 'week');
  await move(page, 'day');
  await openBilling(page);
  await expect(card(page).getByText(BILLING_LABELS.past_due, { exact: true })).toBeVisible();
  await looksRight('a failed payment');
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await openBilling(page);
  const payment = page.getByRole('region', { name: 'Payment', exact: true });
  await expect(payment.getByRole('link', { name: PAY_NOW })).toBeInViewport({ ratio: 1 });
  if (size) await page.setViewportSize(size);
  await page.goto('/dashboard/soshie');
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();

  await page.goto('/dashboard/billing');
  await expect(payment).toContainText(/We’ll keep Pro until .* Pay the open invoice by then and nothing changes\./);
  const [invoice] = await Promise.all([
    page.waitForEvent('popup'),
    payment.getByRole('link', { name: PAY_NOW }).click(),
  ]);
  await invoice.getByRole('button', { name: /4242/ }).click();
  await expect(invoice.getByText('paid', { exact: true })).toBeVisible();
  await invoice.close();
  // The event a browser sends to a page that the person returns to.
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
  await expect(payment).toHaveCount(0);
  await expect(card(page).getByText(BILLING_LABELS.active, { exact: true })).toBeVisible();
});

test('locks close the instant the trial ends, without a reload', async ({ page }) => {
  await aPerson(page, 'trial-instant', SANDBOX);
  type Answer = { result: { data: { access: { trialEndsAt: string } } } };
  const profile = await page.request.get('/trpc/profile.get');
  const { result } = (await profile.json()) as Answer; // reason: tRPC's envelope
  const endsAt = Date.parse(result.data.access.trialEndsAt);
  for (let day = 1; day <= 6; day += 1) await move(page, 'day');
  // Closer to the end than the next poll.
  await page.clock.install({ time: endsAt - 30_000 });
  // The server measures the session's end by the machine's clock; this page's clock is ahead by as much as the product's was moved.
  const sessionEndsAt = new Date(endsAt + 86_400_000).toISOString();
  await page.route('**/trpc/*auth.session*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/"expiresAt":"[^"]+"/, `"expiresAt":"${sessionEndsAt}"`);
    await route.fulfill({ response, body });
  });
  await page.goto('/dashboard/soshie');
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await page.evaluate('void (window.hasStayed = true)');
  await move(page, 'day');
  await page.clock.fastForward(31_000);
  await expect(page.getByRole('heading', { name: 'Soshie is Locked' })).toBeVisible();
  expect(await page.evaluate('window.hasStayed')).toBe(true);
});

test('a code texted to the phone signs in; messages to one number are a minute apart', async ({ page, looksRight }) => {
  const phone = `+46701230${String(Date.now()).slice(-3)}`;
  const address = await aPerson(page, 'phone', SANDBOX);
  await aPhone(page, phone, SANDBOX);
  await page.goto('/terms');
  await page.context().clearCookies();
  await move(page, 'hour');
  await page.goto('/auth');
  await giveCredentials(page, address);
  await expect(page.getByRole('button', { name: 'Send a code by SMS' })).toBeVisible();
  await looksRight('choice of SMS or WhatsApp');
  await page.getByRole('button', { name: 'Send a code by SMS' }).click();
  await expect(page.getByText(`We sent a code by SMS to •••• ${phone.slice(-4)}.`)).toBeVisible();
  await expect(page.getByRole('button', { name: /Send by SMS in \d+ s/ })).toBeDisabled();
  await looksRight('texted code');
  await page.getByLabel('Code').fill((await lastMessage(page, phone, SANDBOX)).code ?? '');
  await expect(page).toHaveURL(/\/dashboard$/);
});
