import type { Page } from '@playwright/test';
import { BILLING_LABELS, UPGRADE_TITLES } from '#contract/texts.ts';
import { aPerson, call } from './identity.ts';
import { expect, test } from './support.ts';

/** A product whose time, and Stripe's with it, is moved at its sandbox. */
const SANDBOX = 'http://127.0.0.1:4321';
test.use({ baseURL: 'http://localhost:4320' });

const card = (page: Page) => page.getByRole('region', { name: 'Current Plan' });
const move = async (page: Page, step: 'hour' | 'day' | 'week' | 'month') => {
  await page.request.post(`${SANDBOX}/stripe/clock`, { form: { step } });
};
const openBilling = async (page: Page) => {
  await page.goto('/dashboard/billing');
  await expect(card(page)).toBeVisible();
};

/** Chooses Pro in the trial, with the card of that number or without one. */
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

test('a trial with a card becomes a plan that is paid for, by the clock', async ({ page }) => {
  await aPerson(page, 'trial-to-paid', SANDBOX);
  await choosePro(page, '4242');
  await openBilling(page);
  await expect(card(page).getByText(BILLING_LABELS.trialing, { exact: true })).toBeVisible();
  await move(page, 'week');
  await move(page, 'day');
  await openBilling(page);
  await expect(card(page).getByText(BILLING_LABELS.active, { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Table of invoices' })).toContainText('$59.00');
  await page.goto('/dashboard/soshie');
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await page.goto('/dashboard/landa');
  await expect(page.getByRole('heading', { name: 'Landa is Locked' })).toBeVisible();
});

test('a trial without a card ends in free, by the clock, and nothing is deleted', async ({ page, looksRight }) => {
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

test('a payment that fails leaves seven days, and another card brings the plan back', async ({ page, looksRight }) => {
  await aPerson(page, 'payment-fails', SANDBOX);
  await choosePro(page, '0341');
  await move(page, 'week');
  await move(page, 'day');
  await openBilling(page);
  await expect(card(page).getByText(BILLING_LABELS.past_due, { exact: true })).toBeVisible();
  await looksRight('a payment that failed');
  await page.goto('/dashboard/soshie');
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();

  // The page of the open invoice takes another card.
  const invoices = await page.request.get('/trpc/billing.invoices');
  type Answer = { result: { data: { pageUrl: string | null }[] } };
  const { result } = (await invoices.json()) as Answer; // reason: tRPC's envelope
  const portal = await page.context().newPage();
  await portal.goto(result.data[0]?.pageUrl ?? '');
  await portal.getByRole('button', { name: /4242/ }).click();
  await expect(portal.getByText('paid', { exact: true })).toBeVisible();
  await portal.close();
  await call(page, 'billing.refresh');
  await openBilling(page);
  await expect(card(page).getByText(BILLING_LABELS.active, { exact: true })).toBeVisible();
});
