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
  wantProof,
} from './identity.ts';
import { expect, test } from './support.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Is it really you?' });
const newPassword = (page: Page) => page.getByLabel('New password', { exact: true });

/** Changes the password so far that a proof is asked for. */
async function changePassword(page: Page): Promise<void> {
  await page.goto('/dashboard/settings/sign-in');
  await page.getByRole('button', { name: /^(Change password|Set a password)$/ }).click();
  await newPassword(page).fill('a kiln full of ferns');
  await wantProof(page, 'account.setPassword');
  await page.getByRole('button', { name: /^(Change|Set) password$/ }).click();
  await expect(dialog(page)).toBeVisible();
}

const changed = (page: Page) => page.getByText('Every other device is signed out.');

test.describe('before a sensitive change a person shows once more that it is them', () => {
  test('by their password; whoever calls it off finds the form as it was', async ({ page, looksRight }) => {
    await aPerson(page, 'proof');
    await changePassword(page);
    await looksRight('proof by password');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(newPassword(page)).toHaveValue('a kiln full of ferns');

    await wantProof(page, 'account.setPassword');
    await page.getByRole('button', { name: 'Change password', exact: true }).click();
    await dialog(page).getByLabel('Password', { exact: true }).fill('not my password');
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await expect(dialog(page).getByText(ERROR_CODES.PASSWORD_WRONG.text)).toBeVisible();
    await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await expect(changed(page)).toBeVisible();
  });

  test('by a code in a mail, where they have no password', async ({ page, looksRight }) => {
    const address = anAddress('proof-google');
    await page.goto('/auth');
    await comeBackFrom(page, 'Google', address);
    await expect(page).toHaveURL(/\/onboarding$/);
    await finishProfile(page);
    await changePassword(page);
    await dialog(page).getByRole('button', { name: 'Send me a code' }).click();
    await expect(dialog(page).getByText(`We have sent six digits to ${address}.`)).toBeVisible();
    await looksRight('proof by mail');
    await dialog(page).getByLabel('Code').fill('000000');
    await expect(dialog(page).getByText(ERROR_CODES.CODE_INVALID.text)).toBeVisible();
    await dialog(page)
      .getByLabel('Code')
      .fill((await lastMessage(page, address)).code ?? '');
    await expect(changed(page)).toBeVisible();
  });

  test('by their second factor, and nothing less, where they have one', async ({ page, looksRight }) => {
    await aPerson(page, 'proof-totp');
    const { app, recoveryCodes } = await anApp(page);
    await changePassword(page);
    await expect(dialog(page).getByLabel('Password', { exact: true })).toBeHidden();
    await expect(dialog(page).getByRole('button', { name: 'Get a code by email' })).toBeHidden();
    await looksRight('proof by an app');
    await dialog(page).getByLabel('Code').fill(app.code());
    await expect(changed(page)).toBeVisible();

    await changePassword(page);
    await dialog(page).getByRole('button', { name: 'Use a recovery code' }).click();
    await dialog(page)
      .getByLabel('Recovery code')
      .fill(recoveryCodes[0] ?? '');
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await expect(dialog(page)).toBeHidden();
    // It is the password by now, and the proof was good.
    await expect(page.getByText(ERROR_CODES.SAME_PASSWORD.text)).toBeVisible();
  });

  test('by a passkey', async ({ page, looksRight }) => {
    const authenticator = await anAuthenticator(page);
    await aPerson(page, 'proof-passkey');
    await page.goto('/terms');
    await authenticator.agree(true);
    await aPasskey(page);
    await changePassword(page);
    await dialog(page).getByRole('button', { name: 'Use a passkey' }).click();
    await looksRight('proof by a passkey');
    await dialog(page).getByRole('button', { name: 'Use your passkey' }).click();
    await expect(changed(page)).toBeVisible();
  });
});
