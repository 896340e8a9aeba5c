import type { Page } from '@playwright/test';
import { ERROR_CODES } from '#contract/errors.ts';
import { PAYMENT_RECEIVED, TRIAL_DIALOG_TEXTS } from '#contract/texts.ts';
import { anAddress, call, finishProfile, lastMessage, PASSWORD } from './identity.ts';
import { expect, test } from './support.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** The first link in the newest email to an address whose URL matches. */
async function linkTo(page: Page, email: string, url: RegExp): Promise<string> {
  const find = async () => (await lastMessage(page, email)).links.find((link) => url.test(link));
  await expect.poll(find).toBeDefined();
  return (await find()) ?? '';
}

/** Pays as a guest with a card, in this browser. */
async function payAsGuest(page: Page, guestEmail: string): Promise<void> {
  const { url } = await call<{ url: string }>(page, 'billing.guestCheckout', {
    priceId: 'starter_monthly',
    guestEmail,
  });
  await page.goto(url);
  await page.getByText('Add a card now').click();
  await page.getByRole('button', { name: /^Works …4242/ }).click();
  await expect(heading(page)).toHaveText(PAYMENT_RECEIVED);
}

test('a guest who mistyped the address corrects it, and the old link says so @phone', async ({ page, looksRight }) => {
  const [wrong, right] = [anAddress('mistyped'), anAddress('right')];
  await payAsGuest(page, wrong);
  const oldLink = await linkTo(page, wrong, /\/success\?purchase=/);
  const correct = page.getByRole('region', { name: 'Wrong address?' });
  await correct.getByLabel('Correct email address').fill('maya');
  await correct.getByRole('button', { name: 'Correct the address' }).click();
  await expect(correct.getByText(TRIAL_DIALOG_TEXTS.invalid)).toBeVisible();
  await looksRight('a mistyped address');

  await correct.getByLabel('Correct email address').fill(right);
  await correct.getByRole('button', { name: 'Correct the address' }).click();
  await expect(correct.getByRole('status')).toContainText(`We’ve emailed ${right}.`);
  await expect(page.getByText('r•••@fernandkiln.example')).toBeVisible();
  await looksRight('a corrected address');

  await page.goto(oldLink);
  await expect(heading(page)).toHaveText('This address was changed');
  await expect(page.getByText(right)).toHaveCount(0);
  await looksRight('the link to an address that was changed');

  // The new address leads to the plan, with the card, because this is the browser that paid.
  await page.goto(await linkTo(page, right, /\/success\?purchase=/));
  await expect(page.getByLabel('Email')).toHaveValue(right);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(heading(page)).toHaveText('Check your email');
  await page.goto(await linkTo(page, right, /token=/));
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page).toHaveURL(/\/onboarding$/);
  await finishProfile(page);
  await page.goto('/dashboard/billing');
  await expect(page.getByRole('region', { name: 'Current Plan' })).toContainText('Starter $29 per month');
  await expect(page.getByRole('region', { name: 'Billing details' })).toContainText('4242');
});

test('the owner of a mistyped mailbox gets the plan, but not the card @phone', async ({
  page,
  context,
  looksRight,
}) => {
  const email = anAddress('elsewhere');
  await payAsGuest(page, email);
  await context.clearCookies();
  await call(page, 'auth.signUp', { email, password: PASSWORD });
  const link = new URL(await linkTo(page, email, /token=/));
  await call(page, 'auth.confirmEmail', { token: link.searchParams.get('token') });
  await finishProfile(page);
  await call(page, 'billing.refresh');
  await page.goto('/dashboard/billing');
  const notice = page.getByRole('region', { name: 'Card', exact: true });
  await expect(notice).toContainText('This plan was paid for in another browser.');
  await expect(page.getByText('4242')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Billing details' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Manage Subscription' })).toHaveCount(0);
  await looksRight('a plan that was paid for in another browser');

  await page.getByRole('button', { name: 'Switch to Ultimate' }).click();
  const dialog = page.getByRole('dialog', { name: /^Switch to Ultimate/ });
  await expect(dialog.getByText(ERROR_CODES.OWN_CARD_NEEDED.text)).toBeVisible();
  await looksRight('a more expensive plan needs the owner’s own card');
  await dialog.getByRole('link', { name: 'Use your own card' }).click();
  await expect(heading(page)).toHaveText('Choose your plan');
  await expect(page.getByRole('radio', { name: 'Ultimate' })).toBeChecked();
});
