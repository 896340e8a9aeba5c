import type { Page } from '@playwright/test';
import { ERROR_CODES } from '#contract/errors.ts';
import {
  anAddress,
  anApp,
  anAuthenticator,
  aPasskey,
  aPerson,
  comeBackFrom,
  finishProfile,
  lastMessage,
  PASSWORD,
  requireReauthentication,
} from './identity.ts';
import { expect, test } from './support.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Is it really you?' });
const newPassword = (page: Page) => page.getByLabel('New password', { exact: true });

/** Changes the password up to the point where re-authentication is required. */
async function changePassword(page: Page): Promise<void> {
  await page.goto('/dashboard/settings/sign-in');
  await page.getByRole('button', { name: /^(Change password|Set a password)$/ }).click();
  await newPassword(page).fill('a kiln full of ferns');
  await requireReauthentication(page, 'account.setPassword');
  await page.getByRole('button', { name: /^(Change|Set) password$/ }).click();
  await expect(dialog(page)).toBeVisible();
}

const changed = (page: Page) => page.getByText('We’ve signed out every other device.');

test.describe('before a sensitive change a person re-authenticates', () => {
  test('with their password; canceling leaves the form as it was @phone', async ({ page, looksRight }) => {
    await aPerson(page, 'reauth');
    await changePassword(page);
    await looksRight('re-authentication with a password');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(newPassword(page)).toHaveValue('a kiln full of ferns');

    await requireReauthentication(page, 'account.setPassword');
    await page.getByRole('button', { name: 'Change password', exact: true }).click();
    await dialog(page).getByLabel('Password', { exact: true }).fill('not my password');
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await expect(dialog(page).getByText(ERROR_CODES.PASSWORD_WRONG.text)).toBeVisible();
    await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await expect(changed(page)).toBeVisible();
  });

  test('with an emailed code, if they have no password', async ({ page, looksRight }) => {
    const address = anAddress('reauth-google');
    await page.goto('/auth');
    await comeBackFrom(page, 'Google', address);
    await expect(page).toHaveURL(/\/onboarding$/);
    await finishProfile(page);
    await changePassword(page);
    await dialog(page).getByRole('button', { name: 'Send me a code' }).click();
    await expect(dialog(page).getByText(`We sent a six-digit code to ${address}.`)).toBeVisible();
    await looksRight('re-authentication by email');
    await dialog(page).getByLabel('Code').fill('000000');
    await expect(dialog(page).getByText(ERROR_CODES.CODE_INVALID.text)).toBeVisible();
    await dialog(page)
      .getByLabel('Code')
      .fill((await lastMessage(page, address)).code ?? '');
    await expect(changed(page)).toBeVisible();
  });

  test('with their second factor, and nothing less, if they have one', async ({ page, looksRight }) => {
    await aPerson(page, 'reauth-totp');
    const { app } = await anApp(page);
    await changePassword(page);
    await expect(dialog(page).getByLabel('Password', { exact: true })).toBeHidden();
    await expect(dialog(page).getByRole('button', { name: 'Get a code by email' })).toBeHidden();
    await looksRight('re-authentication with an app');
    await dialog(page).getByLabel('Code').fill(app.code());
    await expect(changed(page)).toBeVisible();
    // The app is new, so a new password turns it off until its owner turns it back on.
    await expect(page).toHaveURL(/\/settings\/ways-in$/);
  });

  test('with a recovery code in place of the second factor', async ({ page }) => {
    await aPerson(page, 'reauth-recovery');
    const { recoveryCodes } = await anApp(page);
    await changePassword(page);
    await dialog(page).getByRole('button', { name: 'Use a recovery code' }).click();
    await dialog(page)
      .getByLabel('Recovery code')
      .fill(recoveryCodes[0] ?? '');
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await expect(changed(page)).toBeVisible();
  });

  test('with a passkey', async ({ page, looksRight }) => {
    const authenticator = await anAuthenticator(page);
    await aPerson(page, 'reauth-passkey');
    await page.goto('/terms');
    await authenticator.agree(true);
    await aPasskey(page);
    await changePassword(page);
    await dialog(page).getByRole('button', { name: 'Use a passkey' }).click();
    await looksRight('re-authentication with a passkey');
    await dialog(page).getByRole('button', { name: 'Use your passkey' }).click();
    await expect(changed(page)).toBeVisible();
  });
});
