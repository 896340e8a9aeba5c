import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { TOTP } from 'otpauth';
import { ERROR_CODES } from '#contract/errors.ts';
import {
  allow,
  anApp,
  anAuthenticator,
  aPerson,
  call,
  giveCredentials,
  lastMessage,
  PASSWORD,
  requireReauthentication,
} from './identity.ts';
import { expect, test } from './support.ts';

const SETTINGS = '/dashboard/settings';
const NEW_PASSWORD = 'a kiln full of ferns';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name });

async function open(page: Page, path = ''): Promise<void> {
  await page.goto(SETTINGS + path);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
}

/** Signs in on another device. */
async function elsewhere(page: Page, email: string): Promise<Page> {
  const context = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  if (!context) throw new Error('a page of a test has a browser');
  const other = await context.newPage();
  await call(other, 'auth.signIn', { email, password: PASSWORD });
  return other;
}

test('the account menu leads to settings, where each section has its own URL', async ({ page }) => {
  await aPerson(page, 'menu');
  for (const name of ['Profile', 'Settings']) {
    await page.goto('/dashboard');
    await button(page, 'Account menu').click();
    await page.getByRole('menuitem', { name, exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard\/settings$/);
    await expect(section(page, 'Profile')).toHaveAttribute('aria-current', 'page');
  }
  await section(page, 'Devices').press('Enter');
  await expect(page).toHaveURL(/\/settings\/devices$/);
  await expect(page).toHaveTitle(/^Devices/);
  await expect(section(page, 'Devices')).toBeFocused();
  await expect(section(page, 'Devices')).toBeInViewport();
  await page.goBack();
  await expect(card(page, 'Goals')).toBeVisible();
  for (const [path, status] of [
    ['/devices', 200],
    ['/profile', 404],
    ['/no-such-section', 404],
  ] as const) {
    expect((await page.request.get(SETTINGS + path)).status(), path).toBe(status);
  }
});

for (const path of [
  '',
  '/sign-in',
  '/second-factor',
  '/ways-in',
  '/devices',
  '/security-log',
  '/preferences',
  '/notifications',
  '/your-data',
]) {
  test(`${SETTINGS}${path} looks right @phone`, async ({ page, looksRight }) => {
    await aPerson(page, 'looks');
    await open(page, path);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading...' })).toHaveCount(0);
    await looksRight(`settings${path}`);
  });
}

test.describe('the profile', () => {
  test('is saved, and still there after a reload', async ({ page }) => {
    await aPerson(page, 'profile');
    await open(page);
    await page.getByLabel('Your name').fill('Maya Berg');
    await page.getByLabel(/Business name/).fill('Fern & Kiln');
    await page.getByRole('radio', { name: /Agency/ }).check({ force: true });
    await page.getByRole('checkbox', { name: /Improve support/ }).check({ force: true });
    await page.getByLabel(/How many people/).selectOption({ label: '2 to 10 people' });
    await expect(page.getByText('You have unsaved changes.')).toBeVisible();
    await button(page, 'Save changes').click();
    await expect(page.getByText('Profile saved')).toBeVisible();
    await expect(page.getByText('You have unsaved changes.')).toBeHidden();
    await page.reload();
    await expect(page.getByLabel('Your name')).toHaveValue('Maya Berg');
    await expect(page.getByRole('radio', { name: /Agency/ })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: /Improve support/ })).toBeChecked();
    await expect(page.getByLabel(/How many people/)).toHaveValue('small');
  });

  test('keeps what was typed after a server or network error', async ({ page, looksRight }) => {
    await aPerson(page, 'profile-error');
    await open(page);
    await page.getByLabel('Your name').fill('');
    await page.getByLabel(/Website/).fill('not a site');
    await page.getByRole('checkbox', { name: /Increase sales/ }).uncheck({ force: true });
    await button(page, 'Save changes').click();
    await expect(page.getByText('Please tell us your name.')).toBeVisible();
    await expect(page.getByText('Choose at least one goal.')).toBeVisible();
    await expect(page.getByLabel('Your name')).toBeFocused();
    await expect(page.getByLabel(/Website/)).toHaveValue('not a site');
    await looksRight('profile with errors');

    await page.getByLabel('Your name').fill('Maya Berg');
    await page.getByLabel(/Website/).fill('fernandkiln.example');
    await page.getByRole('checkbox', { name: /Increase sales/ }).check({ force: true });
    await page.route('**/trpc/profile.update?*', (route) => route.fulfill({ status: 429, json: [] }), { times: 1 });
    await button(page, 'Save changes').click();
    await expect(page.getByRole('alert').getByText(ERROR_CODES.INTERNAL.text)).toBeVisible();
    await expect(page.getByLabel('Your name')).toHaveValue('Maya Berg');
    await button(page, 'Save changes').click();
    await expect(page.getByText('Profile saved')).toBeVisible();
  });

  test('asks before leaving with unsaved changes @phone', async ({ page, looksRight }) => {
    await aPerson(page, 'profile-leave');
    await open(page);
    await page.getByLabel('Your name').fill('Half a na');
    await section(page, 'Devices').click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await looksRight('leave without saving');
    await dialog.getByRole('button', { name: 'Stay here' }).click();
    await expect(page.getByLabel('Your name')).toHaveValue('Half a na');
    await expect(page).toHaveURL(/\/settings$/);
    await button(page, 'Discard').click();
    await expect(page.getByLabel('Your name')).toHaveValue('Maya Lindqvist');
    await expect(button(page, 'Save changes')).toBeFocused();
    await page.getByLabel('Your name').fill('Half a na');
    await section(page, 'Devices').click();
    await dialog.getByRole('button', { name: 'Leave without saving' }).click();
    await expect(page).toHaveURL(/\/settings\/devices$/);
  });
});

test.describe('the email address', () => {
  test('changes through the link sent to the new one, and the old one is notified', async ({ page, looksRight }) => {
    const old = await aPerson(page, 'email');
    const fresh = `new-${old}`;
    await open(page, '/sign-in');
    await button(page, 'Change email').click();
    const field = page.getByLabel('New email address');
    await expect(field).toBeFocused();
    await field.fill('nowhere');
    await button(page, 'Send the link').click();
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    await expect(field).toHaveValue('nowhere');
    await field.fill(old);
    await button(page, 'Send the link').click();
    await expect(page.getByRole('alert').getByText(/./)).toBeVisible();
    await field.fill(fresh);
    await button(page, 'Send the link').click();
    const waiting = page.getByRole('region', { name: 'Waiting for confirmation' });
    await expect(waiting).toContainText(fresh);
    await expect(button(page, 'Change email')).toBeFocused();
    await looksRight('address waiting');

    const first = (await lastMessage(page, fresh)).links[0];
    await waiting.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText('Link sent again')).toBeVisible();
    await expect.poll(async () => (await lastMessage(page, fresh)).links[0]).not.toBe(first);
    await page.goto((await lastMessage(page, fresh)).links[0] ?? '');
    await page.getByRole('button', { name: 'Use this address' }).click();
    await expect(page.getByText('Your email address is changed')).toBeVisible();
    await expect.poll(async () => (await lastMessage(page, old)).text).toContain(fresh);
    await open(page, '/sign-in');
    await expect(card(page, 'Email address')).toContainText(fresh);
    await expect(waiting).toBeHidden();
  });

  test('stays when the change is canceled', async ({ page }) => {
    const old = await aPerson(page, 'email-cancel');
    await call(page, 'account.changeEmail', { email: `new-${old}` });
    await open(page, '/sign-in');
    await button(page, 'Cancel change').click();
    await expect(page.getByText('Your email address stays the same.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Waiting for confirmation' })).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Email address' })).toBeFocused();
    await page.goto((await lastMessage(page, `new-${old}`)).links[0] ?? '');
    await page.getByRole('button', { name: 'Use this address' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
  });
});

test('a weak new password is refused with a reason; a good one works, and signs the other device out', async ({
  page,
  looksRight,
}) => {
  const email = await aPerson(page, 'password');
  await open(page, '/sign-in');
  const other = await elsewhere(page, email);
  await button(page, 'Change password').click();
  const field = page.getByLabel('New password');
  await field.fill('short');
  await button(page, 'Change password').click();
  await expect(page.getByText('Please use at least 8 characters.')).toBeVisible();
  await field.fill('password1');
  await button(page, 'Change password').click();
  await expect(page.getByText(ERROR_CODES.COMMON_PASSWORD.text)).toBeVisible();
  await button(page, 'Show password').click();
  await expect(field).toHaveValue('password1');
  await expect(field).toHaveAttribute('type', 'text');
  await looksRight('password refused');
  await field.fill(PASSWORD);
  await button(page, 'Change password').click();
  await expect(page.getByText(ERROR_CODES.SAME_PASSWORD.text)).toBeVisible();
  await field.fill(NEW_PASSWORD);
  await button(page, 'Change password').click();
  await expect(page.getByText('Password changed')).toBeVisible();
  await expect(button(page, 'Change password')).toBeFocused();

  await other.goto('/dashboard');
  await expect(other).toHaveURL(/\/auth/);
  await giveCredentials(other, email, NEW_PASSWORD);
  await expect(other).toHaveURL(/\/dashboard$/);
  await other.context().close();
});

test('a change that needs re-authentication asks for it on top of its own dialog, and continues', async ({
  page,
  looksRight,
}) => {
  await aPerson(page, 'reauth');
  await open(page, '/second-factor');
  await button(page, 'Add an authenticator app').click();
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
  await dialog.getByLabel('Name').fill('Pocket');
  await requireReauthentication(page, 'auth.factors.enroll');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const reauthentication = page.getByRole('dialog', { name: 'Is it really you?' });
  await looksRight('re-authentication over a dialog');

  // Canceling has changed nothing and lost nothing.
  await page.keyboard.press('Escape');
  await expect(reauthentication).toBeHidden();
  await expect(dialog.getByLabel('Name')).toHaveValue('Pocket');
  await expect(dialog.getByRole('alert')).toHaveCount(0);

  await requireReauthentication(page, 'auth.factors.enroll');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await reauthentication.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(reauthentication).toBeHidden();
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button(page, 'Add an authenticator app')).toBeFocused();
});

test.describe('a second factor', () => {
  test('in an app is added, its recovery codes shown once, and its code required @phone', async ({
    page,
    looksRight,
  }) => {
    const email = await aPerson(page, 'app');
    await open(page, '/second-factor');
    await expect(page.getByText('You don’t have one yet.')).toBeVisible();
    await button(page, 'Add an authenticator app').click();
    const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
    await dialog.getByLabel('Name').fill('Work phone');
    await looksRight('app name');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const picture = dialog.getByRole('img', { name: /QR code/ });
    await expect(picture).toBeVisible();
    const width = await page.evaluate<number>("document.querySelector('.qr-code').naturalWidth");
    expect(width, 'the picture is drawn').toBeGreaterThan(0);
    await expect(dialog.getByLabel('Code')).toBeFocused();
    await looksRight('QR code');
    const key = await dialog.getByRole('code').innerText();
    expect(key).toMatch(/^(?:[A-Z2-7]{4} ?)+$/);
    const app = new TOTP({ secret: key.replaceAll(' ', '') });

    await dialog.getByLabel('Code').fill('000000');
    await expect(dialog.getByText(ERROR_CODES.CODE_INVALID.text)).toBeVisible();
    await expect(dialog.getByLabel('Code')).toHaveValue('000000');
    await dialog.getByLabel('Code').fill(app.generate());
    const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
    await expect(shown.getByRole('listitem')).toHaveCount(10);
    await looksRight('recovery codes');
    const codes = await shown.getByRole('listitem').allInnerTexts();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      shown.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('tenfold-recovery-codes.txt');
    const text = await readFile(await download.path(), 'utf8');
    for (const code of codes) expect(text).toContain(code);
    // A stray click must not close what can't be shown again.
    await page.keyboard.press('Escape');
    await shown.getByRole('button', { name: 'I’ve saved them' }).click();
    await expect(shown).toBeHidden();
    await expect(card(page, 'Recovery codes')).toContainText('10 of 10');
    await expect(card(page, 'Second factor')).toContainText('On');

    await page.reload();
    await expect(card(page, 'Recovery codes')).toContainText('10 of 10');
    await expect(page.getByText(codes[0] ?? '')).toHaveCount(0);
    await page.context().clearCookies();
    await page.goto('/auth');
    await giveCredentials(page, email);
    await expect(page).toHaveURL(/\/auth\/challenge/);
    // Each code works once; a clock may be one step ahead.
    await page.getByLabel('Code').fill(app.generate({ timestamp: Date.now() + 30_000 }));
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('on a phone is added with the texted code, renamed, and removed', async ({ page, looksRight }, { project }) => {
    const digits = `${project.name === 'phone' ? '3' : '4'}${String(Date.now()).slice(-5)}`;
    await aPerson(page, 'phone');
    await open(page, '/second-factor');
    await button(page, 'Add a phone').click();
    const dialog = page.getByRole('dialog', { name: 'Add a phone' });
    await dialog.getByLabel('Phone number').fill('070 123');
    await dialog.getByRole('button', { name: 'Send a code' }).click();
    await expect(dialog.getByText('Please enter the number with its country')).toBeVisible();
    await expect(dialog.getByLabel('Phone number')).toHaveValue('070 123');
    await looksRight('phone number');
    await dialog.getByLabel('Phone number').fill(`+46 70 1${digits}`);
    await dialog.getByRole('button', { name: 'Send a code' }).click();
    await expect(dialog.getByText(/We sent a six-digit code/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: /Send again in \d+ s/ })).toBeDisabled();
    await looksRight('phone code');
    await dialog.getByRole('button', { name: 'Use another number' }).click();
    await expect(dialog.getByLabel('Phone number')).toHaveValue(`+46 70 1${digits}`);
    const number = `+46709${digits}`;
    await dialog.getByLabel('Phone number').fill(number);
    await dialog.getByRole('radio', { name: 'WhatsApp' }).click();
    await dialog.getByRole('button', { name: 'Send a code' }).click();
    await expect(dialog.getByText(/by WhatsApp/)).toBeVisible();
    await expect.poll(async () => (await lastMessage(page, number)).code).toMatch(/^\d{6}$/);
    await dialog.getByLabel('Code').fill((await lastMessage(page, number)).code ?? '');
    await button(page, 'I’ve saved them').click();
    await expect(page.getByText(`Phone •••• ${number.slice(-4)}`)).toBeVisible();

    await button(page, 'Rename My phone').click();
    await page.getByRole('dialog').getByLabel('Name').fill('Shop phone');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await button(page, 'Remove Shop phone').click();
    await looksRight('remove a factor');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('You don’t have one yet.')).toBeVisible();
    await expect(card(page, 'Recovery codes')).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Second factor' })).toBeFocused();
    await section(page, 'Security log').click();
    await expect(card(page, 'Security log')).toContainText('Second factor removed');
    await expect(card(page, 'Security log')).toContainText('Shop phone');
  });

  test('gets new recovery codes, and the old ones stop working', async ({ page }) => {
    await aPerson(page, 'codes');
    await anApp(page);
    await open(page, '/second-factor');
    await button(page, 'Get new codes').click();
    await expect(page.getByRole('dialog')).toContainText('stop working right away');
    await page.getByRole('dialog').getByRole('button', { name: 'Get new codes' }).click();
    await expect(page.getByRole('dialog', { name: 'Your recovery codes' }).getByRole('listitem')).toHaveCount(10);
    await button(page, 'I’ve saved them').click();
    await section(page, 'Security log').click();
    await expect(page.getByText('New recovery codes created')).toBeVisible();
  });
});

test('a passkey is added, named and removed; declining changes nothing @phone', async ({ page, looksRight }) => {
  await aPerson(page, 'passkey');
  const authenticator = await anAuthenticator(page);
  await open(page, '/sign-in');
  await button(page, 'Add a passkey').click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('');
  await dialog.getByRole('button', { name: 'Create passkey' }).click();
  await expect(dialog.getByText('Please give it a name.')).toBeVisible();
  await dialog.getByLabel('Name').fill('This laptop');
  await looksRight('passkey name');
  await authenticator.agree(true);
  await dialog.getByRole('button', { name: 'Create passkey' }).click();
  await expect(page.getByText('You can now sign in with This laptop.')).toBeVisible();
  await expect(button(page, 'Add a passkey')).toBeFocused();
  await expect(card(page, 'Passkeys')).toContainText('Not used yet');

  // The same device already has one.
  await button(page, 'Add a passkey').click();
  await dialog.getByRole('button', { name: 'Create passkey' }).click();
  await expect(dialog.getByText('This device already has a passkey for your account.')).toBeVisible();
  await page.keyboard.press('Escape');

  await button(page, 'Rename This laptop').click();
  await page.getByRole('dialog').getByLabel('Name').fill('Old laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await button(page, 'Remove Old laptop').click();
  await looksRight('remove a passkey');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(card(page, 'Passkeys')).toContainText('You don’t have any yet.');
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeFocused();
});

test('Google is linked through its consent page and unlinked; canceling there is reported', async ({
  page,
  looksRight,
}) => {
  const email = await aPerson(page, 'google');
  await open(page, '/sign-in');
  await button(page, 'Link Google').click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/settings\/sign-in$/);
  await expect(page.getByText(ERROR_CODES.PROVIDER_CANCELLED.text)).toBeVisible();
  await button(page, 'Link Google').click();
  await allow(page, 'Google', email);
  await expect(page).toHaveURL(/\/settings\/sign-in$/);
  await expect(page.getByText('Google linked')).toBeVisible();
  await expect(card(page, 'Linked accounts')).toContainText(email);
  await looksRight('linked account');
  await page.reload();
  await expect(button(page, 'Unlink Google')).toBeVisible();
  await expect(page.getByText('Google linked')).toBeHidden();

  await button(page, 'Unlink Google').click();
  await looksRight('unlink');
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
  await expect(page.getByText('Google unlinked')).toBeVisible();
  await expect(button(page, 'Link Google')).toBeVisible();
});

test('devices are listed and signed out: one, the others, all @phone', async ({ page, looksRight }) => {
  const email = await aPerson(page, 'devices');
  await open(page, '/devices');
  const other = await elsewhere(page, email);
  const third = await elsewhere(page, email);
  await other.goto('/dashboard');
  await page.reload();
  const devices = card(page, 'Devices').getByRole('listitem');
  await expect(devices.filter({ hasText: 'This device' })).toContainText(/10(\.\d+){3}/);
  await expect(devices.first().getByRole('time').first()).toHaveAttribute('title', /\d{4}.*\d:\d\d/);
  const before = await devices.count();
  await looksRight('devices');
  await card(page, 'Devices')
    .getByRole('button', { name: /^Sign out (?!all|every)/ })
    .first()
    .click();
  await looksRight('sign one out');
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Device signed out')).toBeVisible();
  await expect(devices).toHaveCount(before - 1);
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeFocused();

  await button(page, 'Sign out all others').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out all others' }).click();
  await expect(devices).toHaveCount(1);
  await expect(button(page, 'Sign out all others')).toBeDisabled();
  await other.goto('/dashboard/billing');
  await expect(other).toHaveURL(/\/auth/);
  await Promise.all([other.context().close(), third.context().close()]);

  await button(page, 'Sign out everywhere').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText('Signed out', { exact: true })).toBeVisible();
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/auth/);
});

test('language, time zone and email preferences are saved, and times follow the zone', async ({ page }) => {
  await aPerson(page, 'preferences');
  await open(page, '/preferences');
  await page.getByLabel('Answer language').selectOption({ label: 'Swedish · Svenska' });
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await expect(page.getByText(/^It is \w+day .* there now\.$/)).toBeVisible();
  await page.getByRole('checkbox', { name: /New devices/ }).uncheck({ force: true });
  await button(page, 'Save changes').click();
  await expect(page.getByText('Preferences saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Answer language')).toHaveValue('sv');
  await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Tokyo');
  await expect(page.getByRole('checkbox', { name: /New devices/ })).not.toBeChecked();
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await section(page, 'Security log').click();
  await expect(page.getByText(/GMT\+9/).first()).toBeVisible();

  await open(page, '/preferences');
  await page.getByRole('button', { name: /^Use / }).click();
  await expect(page.getByRole('button', { name: /^Use / })).toBeHidden();
  await expect(page.getByText('You have unsaved changes.')).toBeVisible();
});

test('everything is downloaded as one ZIP, after re-authentication', async ({ page }) => {
  const email = await aPerson(page, 'download');
  await open(page, '/your-data');
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download as ZIP').click()]);
  await expect(page.getByText('Your download has started.')).toBeVisible();
  expect(download.suggestedFilename()).toMatch(/^tenfold-data-.*\.zip$/);
  const files = unzipSync(await readFile(await download.path()));
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['README.txt', 'data/profiles.json', 'data/users.json']));
  expect(strFromU8(files['data/users.json'] ?? new Uint8Array())).toContain(email);

  // Opened directly, when the last authentication is too old.
  await page.goto(`${SETTINGS}?problem=REAUTHENTICATION_NEEDED`);
  await expect(page).toHaveURL(/\/settings\/your-data$/);
  await expect(page.getByText(ERROR_CODES.REAUTHENTICATION_NEEDED.text)).toBeVisible();
});

test('deletion is requested by typing the address, and undone', async ({ page, looksRight }) => {
  const email = await aPerson(page, 'delete');
  await open(page, '/your-data');
  await button(page, 'Delete my account').click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel(/Type/).fill('somebody@else.example');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByText('That’s not this account’s email address.')).toBeVisible();
  await expect(dialog.getByLabel(/Type/)).toHaveValue('somebody@else.example');
  await looksRight('delete the account');
  await dialog.getByLabel(/Type/).fill(email.toUpperCase());
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog).toBeHidden();
  const strip = page.getByRole('region', { name: 'Account deletion' });
  await expect(strip).toContainText('Your account will be deleted on');
  await expect(card(page, 'Delete your account')).toContainText('We’ll delete it on');
  await expect(page.getByRole('heading', { name: 'Delete your account' })).toBeFocused();
  await looksRight('deletion requested');
  await strip.getByRole('button', { name: 'Keep my account' }).click();
  await expect(strip).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(button(page, 'Delete my account')).toBeVisible();
});
