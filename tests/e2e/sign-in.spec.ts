import type { Page } from '@playwright/test';
import { ERROR_CODES } from '#contract/errors.ts';
import { VISITOR_CHAT_TEXTS } from '#contract/chat/visitor-texts.ts';
import {
  anAddress,
  anApp,
  anAuthenticator,
  aPasskey,
  aPerson,
  call,
  comeBackFrom,
  finishProfile,
  giveCredentials,
  lastMessage,
  PASSWORD,
  reauthenticateByEmail,
  watchCheckouts,
} from './identity.ts';
import { confirmationLink, expect, goTo, hold, holdApp, test, signIn } from './support.ts';

const email = (page: Page) => page.getByLabel('Email');
const code = (page: Page) => page.getByLabel('Code');
const endSession = (page: Page) => page.context().clearCookies();
/** No request learns that the session is over before the visitor has acted. */
async function endSessionBefore(page: Page, act: () => Promise<void>): Promise<void> {
  const letThrough = await hold(page, /\/trpc\//);
  await endSession(page);
  await act();
  letThrough();
}
/** Starts from a page that requests nothing from the server, so that no request is in flight. */
async function signOut(page: Page): Promise<void> {
  await page.goto('/terms');
  await endSession(page);
}
const PRO = '/auth?plan=pro&priceId=pro_annual';
const checkoutHeading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Choose your plan' });
const TO_CHECKOUT = '/checkout?plan=pro&billing=annual';

test.describe('before the app has loaded', () => {
  test('a click is kept, and what was typed stays @phone', async ({ page }) => {
    const address = await aPerson(page, 'early');
    await signOut(page);
    const letThrough = await holdApp(page);
    await page.goto('/auth?tab=signup');
    await email(page).fill(address);
    await page.getByRole('tab', { name: 'Sign In' }).click();
    await expect(page.locator('[data-held]')).toHaveText('Sign In');
    letThrough();
    await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.locator('[data-held]')).toHaveCount(0);
    await expect(email(page)).toHaveValue(address);
  });

  test('what was typed is carried along by a link clicked early', async ({ page }) => {
    const letThrough = await holdApp(page);
    await page.goto('/auth');
    await email(page).fill('maya@fernandkiln.example');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page.locator('[data-held]')).toHaveCount(1);
    letThrough();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?');
    await expect(email(page)).toHaveValue('maya@fernandkiln.example');
  });

  test('the form is sent as soon as possible, never by the browser itself', async ({ page }) => {
    const address = await aPerson(page, 'early-form');
    await signOut(page);
    const letThrough = await holdApp(page);
    await page.goto('/auth');
    await giveCredentials(page, address);
    await expect(page.locator('[data-held]')).toHaveText('Sign in');
    letThrough();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto('/checkout');
    await expect(checkoutHeading(page)).toBeVisible();
    await expect(page.locator('script[data-app]'), 'the hydration loader runs once').toHaveCount(1);
  });

  test('a form switched to Sign Up signs up, even if a password manager fills it in and sends it right away', async ({
    page,
  }) => {
    const letThrough = await holdApp(page);
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    // The tab hasn't changed yet, so the password manager meets the form for signing in.
    await giveCredentials(page, anAddress('early-sign-up'));
    await expect(page.locator('[data-held]')).toHaveText(['Sign Up', 'Sign in']);
    letThrough();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
  });

  test('without JavaScript the page says what is missing, and hides what cannot work', async ({
    browser,
    viewport,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport });
    const quiet = await context.newPage();
    await quiet.goto('/auth');
    const notice = quiet.locator('noscript .banner');
    await expect(notice).toBeVisible();
    await expect(notice).toContainText('Signing in needs JavaScript.');
    await expect(quiet.getByLabel('Password', { exact: true })).toBeHidden();
    await expect(quiet.getByRole('button')).toHaveCount(0);
    await context.close();
  });

  test('an app that does not answer in time is reported too, and finds the choice when it comes', async ({ page }) => {
    await page.clock.install();
    const letThrough = await holdApp(page);
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'This page didn’t load completely.' });
    await expect(notice).toBeHidden();
    await page.clock.fastForward(8_000);
    await expect(notice).toBeVisible();
    letThrough();
    await expect(notice).toBeHidden();
    await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
  });

  test('an app that fails to load is reported, and the page can be reloaded', async ({ page, looksRight }) => {
    await page.route(/entry-client.*\.js/, (route) => route.abort('internetdisconnected'));
    await page.goto('/auth');
    const notice = page.getByRole('alert').filter({ hasText: 'This page didn’t load completely.' });
    await expect(notice).toBeVisible();
    await looksRight('app not loaded');
    await page.unrouteAll();
    await notice.getByRole('link', { name: 'Reload the page' }).click();
    await expect(page.getByRole('tab', { name: 'Sign Up' })).toBeVisible();
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
    await expect(notice).toBeHidden();
  });
});

test.describe('with a password', () => {
  test('a wrong one leaves what was typed; the right one opens the dashboard @phone', async ({ page, looksRight }) => {
    const address = await aPerson(page, 'password');
    await signOut(page);
    await page.goto('/auth?redirect=/dashboard/billing');
    await looksRight('sign-in');
    await giveCredentials(page, address, 'not the password');
    await expect(page.getByText(ERROR_CODES.INVALID_CREDENTIALS.text)).toBeVisible();
    await expect(email(page)).toHaveValue(address);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not the password');
    await giveCredentials(page, address);
    await expect(page.getByText('Successfully signed in.')).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard\/billing$/);
  });

  test('a public page opened afterwards without a reload knows who is signed in', async ({ page }) => {
    const address = await aPerson(page, 'site-after');
    await signOut(page);
    await page.goto('/');
    // The app navigates without loading a new document, which would discard what it believed so far.
    await page
      .getByRole('button', { name: VISITOR_CHAT_TEXTS.launcher })
      .or(page.getByRole('link', { name: VISITOR_CHAT_TEXTS.launcher }))
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    const loadedAt = () => page.evaluate<number>('performance.timeOrigin');
    const before = await loadedAt();
    await page.evaluate(`document.querySelector('a[href="/auth"]').click()`);
    await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible();
    await giveCredentials(page, address);
    // The dashboard itself has rendered, not only its address.
    await expect(page.getByRole('navigation', { name: 'Dashboard', includeHidden: true })).toBeAttached();
    await page.goBack();
    await expect(page).toHaveURL('/');
    expect(await loadedAt()).toBe(before);
    await expect(page.getByRole('main').getByRole('link', { name: 'Go to dashboard' }).first()).toBeVisible();
  });

  test('a forgotten one is reset with an emailed link, which works once', async ({ page, looksRight }) => {
    const address = await aPerson(page, 'forgot');
    await signOut(page);
    await page.goto('/auth?redirect=/dashboard/billing');
    await email(page).fill(address);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?');
    await expect(email(page)).toHaveValue(address);
    await looksRight('forgot');
    await page.getByRole('button', { name: 'Send me the link' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
    await expect(page.getByRole('button', { name: /Send it again in \d+ s/ })).toBeDisabled();
    await looksRight('check your email');

    await expect.poll(async () => (await lastMessage(page, address)).links[0]).toContain('/auth/reset?token=');
    const link = (await lastMessage(page, address)).links[0] ?? '';
    await page.goto(link);
    await expect(page).toHaveURL(/\/auth\/reset$/);
    await looksRight('new password');
    await page.getByLabel('New password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await expect(page.getByText('Please use at least 8 characters.')).toBeVisible();
    await page.getByLabel('New password', { exact: true }).fill('password1');
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await expect(page.getByText(ERROR_CODES.COMMON_PASSWORD.text)).toBeVisible();
    await expect(page.getByLabel('New password', { exact: true })).toHaveValue('password1');
    await page.getByLabel('New password', { exact: true }).fill('a kiln full of ferns');
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    // The page requested before the email is not forgotten.
    await expect(page).toHaveURL(/\/dashboard\/billing$/);

    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill('another kiln of ferns');
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
    await looksRight('broken link');
    await page.getByRole('link', { name: 'Send me a new link' }).click();
    await expect(page).toHaveURL(/\/auth\/forgot$/);
  });

  test('an unknown address gets the same answer', async ({ page }) => {
    await page.goto('/auth/forgot');
    await email(page).fill(anAddress('nobody'));
    await page.getByRole('button', { name: 'Send me the link' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
  });
});

test.describe('with a sign-in service', () => {
  for (const service of ['Google', 'Slack'] as const) {
    test(`${service} opens a new account, and the same one again`, async ({ page }) => {
      const address = anAddress(service.toLowerCase());
      await page.goto('/auth');
      await comeBackFrom(page, service, address);
      await expect(page).toHaveURL(/\/onboarding$/);
      await finishProfile(page);
      await signOut(page);
      await page.goto('/auth?redirect=/dashboard/billing');
      await comeBackFrom(page, service, address);
      await expect(page).toHaveURL(/\/dashboard\/billing$/);
      await page.getByRole('button', { name: 'Account menu' }).click();
      await expect(page.getByText(address)).toBeVisible();
    });
  }

  test('canceling there leaves the form as it was', async ({ page, looksRight }) => {
    const letThrough = await holdApp(page);
    await page.goto(`${PRO}&redirect=/dashboard/billing&tab=signin`);
    await email(page).fill('maya@fernandkiln.example');
    await page.getByRole('button', { name: 'Continue with Slack' }).click();
    await expect(page.locator('[data-held]'), 'pressed before the app is there').toHaveCount(1);
    letThrough();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText(ERROR_CODES.PROVIDER_CANCELLED.text)).toBeVisible();
    await expect(page).not.toHaveURL(/problem/);
    await expect(page).toHaveURL(/plan=pro&priceId=pro_annual&redirect=/);
    await expect(email(page)).toHaveValue('maya@fernandkiln.example');
    await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
    await looksRight('canceled at the service');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join Pro Plan');
    await expect(page.getByText(ERROR_CODES.PROVIDER_CANCELLED.text)).toBeHidden();
  });

  test('an unknown error code is not shown', async ({ page }) => {
    await page.goto('/auth?problem=YOU_HAVE_WON');
    await expect(page).not.toHaveURL(/problem/);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test('a passkey opens the account, and declining leaves the other ways open', async ({ page, looksRight }) => {
  const authenticator = await anAuthenticator(page);
  await aPerson(page, 'passkey');
  await page.goto('/terms');
  await authenticator.agree(true);
  await aPasskey(page);
  await authenticator.agree(false);
  await signOut(page);

  await page.goto('/auth?redirect=/dashboard/billing');
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await button.click();
  await expect(page.getByRole('button', { name: 'Waiting for your passkey...' })).toBeDisabled();
  await looksRight('waiting for a passkey');
  await authenticator.agree(true);
  await expect(page).toHaveURL(/\/dashboard\/billing$/);
});

test.describe('with a second factor', () => {
  test('the app’s code is submitted automatically, once @phone', async ({ page, looksRight }) => {
    const address = await aPerson(page, 'totp');
    const { app } = await anApp(page);
    await signOut(page);
    await page.goto('/auth?redirect=/dashboard/billing');
    await giveCredentials(page, address);
    await expect(page).toHaveURL(/\/auth\/challenge\?redirect=/);
    await expect(page.getByText('Successfully signed in.')).toBeHidden();
    await expect(code(page)).toBeFocused();
    await looksRight('app code');

    // Nothing but the challenge is accessible.
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/auth\/challenge\?redirect=%2Fdashboard$/);
    await page.goto('/auth?redirect=/dashboard/billing');
    await expect(page).toHaveURL(/\/auth\/challenge\?redirect=%2Fdashboard%2Fbilling$/);

    await code(page).fill('000000');
    await expect(page.getByText(ERROR_CODES.CODE_INVALID.text)).toBeVisible();
    await expect(code(page)).toHaveValue('000000');
    const right = app.code();
    const verifies: string[] = [];
    page.on('request', (request) => request.url().includes('factors.verify') && verifies.push(request.url()));
    // Pasted in the format that apps show.
    await code(page).fill(`${right.slice(0, 3)} ${right.slice(3)}`);
    await expect(page).toHaveURL(/\/dashboard\/billing$/);
    await expect(page.getByText('Successfully signed in.')).toBeVisible();
    expect(verifies).toHaveLength(1);
    await page.goto('/auth/challenge');
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('a recovery code works', async ({ page, looksRight }) => {
    const address = await aPerson(page, 'recovery');
    const { recoveryCodes } = await anApp(page, 'Old phone');
    await signOut(page);
    await page.goto('/auth?redirect=/dashboard/billing');
    await giveCredentials(page, address);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await expect(page.getByLabel('Recovery code')).toBeVisible();
    await looksRight('recovery code');
    await page.getByLabel('Recovery code').fill('aaaa-aaaa');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText(ERROR_CODES.CODE_INVALID.text)).toBeVisible();
    await expect(page.getByLabel('Recovery code')).toHaveValue('aaaa-aaaa');
    await page.getByLabel('Recovery code').fill(recoveryCodes[0]?.toUpperCase() ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/dashboard\/billing$/);
  });

  test('a person without any of them can sign out', async ({ page }) => {
    const address = await aPerson(page, 'leave');
    await anApp(page);
    await signOut(page);
    await page.goto('/auth?redirect=/dashboard/billing');
    await giveCredentials(page, address);
    await page.getByRole('button', { name: 'Sign out and use another account' }).click();
    await expect(page).toHaveURL(/\/auth\?redirect=/);
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible();
  });
});

test.describe('a plan chosen beforehand', () => {
  test('is carried through the sign-up email to the checkout, once', async ({ page, context }) => {
    const here = watchCheckouts(page);
    const address = anAddress('plan');
    await page.goto(PRO);
    await email(page).fill(address);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');

    // Email clients open links in a tab of their own.
    const second = await context.newPage();
    const there = watchCheckouts(second);
    await second.goto(await confirmationLink(page.request, address));
    await second.getByRole('button', { name: 'Confirm my email' }).click();
    await expect(checkoutHeading(second)).toBeVisible();
    expect(there).toEqual([TO_CHECKOUT]);
    await finishProfile(page);

    // Returning to the original tab doesn't act a second time, and the checkout stays where it is.
    await page.bringToFront();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
    await page.reload();
    await expect(page).toHaveURL(/\/dashboard$/);
    expect(here).toEqual([]);
    await second.bringToFront();
    await second.reload();
    await expect(second).toHaveURL(TO_CHECKOUT);
    await expect(second.getByRole('radio', { name: 'Annual' })).toBeChecked();
  });

  test('is carried through a sign-in service to the checkout, once', async ({ page }) => {
    const checkouts = watchCheckouts(page);
    const address = anAddress('plan-google');
    await page.goto('/auth');
    await comeBackFrom(page, 'Google', address);
    await expect(page).toHaveURL(/\/onboarding$/);
    await finishProfile(page);
    await signOut(page);
    await page.goto(PRO);
    await comeBackFrom(page, 'Google', address);
    await expect(checkoutHeading(page)).toBeVisible();
    await expect(page).toHaveURL(TO_CHECKOUT);
    expect(checkouts).toEqual([TO_CHECKOUT]);
    // Through the consent page, back to where it began.
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard$/);
    expect(checkouts).toEqual([TO_CHECKOUT]);
    // Choosing it again is a new choice.
    await page.goto(PRO);
    await expect(checkoutHeading(page)).toBeVisible();
    expect(checkouts).toEqual([TO_CHECKOUT, TO_CHECKOUT]);
  });

  test('is carried through a second factor', async ({ page }) => {
    const checkouts = watchCheckouts(page);
    const address = await aPerson(page, 'plan-totp');
    const { app } = await anApp(page);
    await signOut(page);
    await page.goto(`${PRO}&tab=signin`);
    await giveCredentials(page, address);
    await expect(page).toHaveURL(/\/auth\/challenge/);
    await code(page).fill(app.code());
    await expect(checkoutHeading(page)).toBeVisible();
    expect(checkouts).toEqual([TO_CHECKOUT]);
  });

  test('is restored when the checkout requires sign-in', async ({ page }) => {
    const checkouts = watchCheckouts(page);
    const address = await aPerson(page, 'checkout');
    await signOut(page);
    const asked = '/checkout?plan=starter&billing=annual&discount=first-time&urgent=true&source=chatbot';
    await page.goto(asked);
    await expect(page).toHaveURL(/\/auth\?redirect=%2Fcheckout/);
    await page.getByRole('tab', { name: 'Sign In' }).click();
    await giveCredentials(page, address);
    await expect(checkoutHeading(page)).toBeVisible();
    expect(checkouts.at(-1)).toBe(asked);
  });
});

test.describe('a session', () => {
  test('leaves no access token in the URL', async ({ page }) => {
    await aPerson(page, 'fragment');
    await page.goto('/dashboard/billing#access_token=abc&token_type=bearer');
    await expect(page).toHaveURL(/\/dashboard\/billing$/);
    await expect(page.getByRole('heading', { name: 'Current Plan' })).toBeVisible();
  });

  test('is renewed automatically, survives a failing server, and asks for sign-in in place once it has ended', async ({
    page,
  }) => {
    await aPerson(page, 'life');
    await page.clock.install();
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const answers: number[] = [];
    page.on('response', (response) => response.url().includes('auth.refresh') && answers.push(response.status()));
    const passing = async (ms: number, expected: number[]) => {
      await expect(async () => {
        await page.clock.fastForward(ms);
        expect(answers).toEqual(expected);
      }).toPass();
    };
    const halfItsLife = 7 * 24 * 3_600_000 + 1;
    await page.route('**/trpc/auth.refresh?*', (route) => route.fulfill({ status: 503, body: 'busy' }), { times: 1 });
    await page.clock.fastForward(halfItsLife);
    await passing(1_000, [503]);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await passing(5_000, [503, 200]);

    await endSession(page);
    // Whichever request is the first to hear that the session is over, it is the dialog that counts.
    await expect(async () => {
      await page.clock.fastForward(halfItsLife);
      await expect(page.getByRole('dialog', { name: 'Please sign in again' })).toBeVisible({ timeout: 1_000 });
    }).toPass();
  });

  test('ends in every tab when it ends in one', async ({ page, context }) => {
    await aPerson(page, 'tabs');
    await page.goto('/dashboard');
    const second = await context.newPage();
    await second.goto('/dashboard/billing');
    await expect(second.getByRole('heading', { name: 'Current Plan' })).toBeVisible();
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByText('Signed out')).toBeVisible();
    await expect(second).toHaveURL(/\/$/);
  });

  test('that has ended asks for sign-in in place, second factor included @phone', async ({ page, looksRight }) => {
    const address = await aPerson(page, 'again');
    const { app } = await anApp(page);
    await page.goto('/dashboard/brain-ai');
    const box = page.getByRole('textbox', { name: 'Message' });
    await box.fill('What should we do today? [sandbox: slow]');
    await endSessionBefore(page, () => box.press('Enter'));
    const first = page.getByRole('dialog', { name: 'Please sign in again' });
    await expect(first.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
    await expect(first.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
    await looksRight('signing in again, all methods');
    await first.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await first.getByRole('button', { name: 'Sign in', exact: true }).click();
    const second = page.getByRole('dialog', { name: 'One more step' });
    await expect(second).toContainText(address);
    await looksRight('signing in again, second step');
    await second.getByLabel('Code').fill(app.code());
    await expect(second).toBeHidden();
    await expect(page.getByRole('log')).toContainText('What should we do today?');
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  });

  test('that has ended resumes without a password: with a passkey in place, or with Google in the same tab', async ({
    page,
  }) => {
    const authenticator = await anAuthenticator(page);
    const address = anAddress('no-password');
    await page.goto('/auth');
    await comeBackFrom(page, 'Google', address);
    await expect(page).toHaveURL(/\/onboarding$/);
    await finishProfile(page);
    await reauthenticateByEmail(page, address);
    await page.goto('/terms');
    await authenticator.agree(true);
    await aPasskey(page);

    await page.goto('/dashboard/brain-ai');
    const box = page.getByRole('textbox', { name: 'Message' });
    await box.fill('Half a thought');
    const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
    // The list of conversations asks the server for the other teammate.
    const openAnother = async (name: RegExp) => {
      await endSessionBefore(page, () => goTo(page, name));
      await expect(dialog).toBeVisible();
    };
    await openAnother(/Emmie/);
    await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(dialog).toBeHidden();
    await goTo(page, /Brain AI/);
    await expect(box).toHaveValue('Half a thought');

    await openAnother(/Seomi/);
    const there = page.url();
    await comeBackFrom(page, 'Google', address);
    await expect(page).toHaveURL(there);
    await goTo(page, /Brain AI/);
    await expect(box).toHaveValue('Half a thought');
  });

  test('that ends because its owner protects the account elsewhere leaves the page, and signing in asks for the code', async ({
    page,
    browser,
    baseURL,
  }) => {
    const address = await aPerson(page, 'meanwhile');
    await page.goto('/dashboard/brain-ai');
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Message' }).fill('Half a thought');

    // On another device, the owner protects the account.
    const elsewhere = await (await browser.newContext({ baseURL })).newPage();
    await call(elsewhere, 'auth.signIn', { email: address, password: PASSWORD });
    const { app } = await anApp(elsewhere);
    await elsewhere.context().close();

    await expect(page).toHaveURL(/\/auth/);
    await signIn(page, address, PASSWORD);
    await code(page).fill(app.code());
    await expect(page).toHaveURL(/\/dashboard/);
    await expect(page.getByText('Half a thought')).toBeHidden();
  });

  test('of an account scheduled for deletion says so, and can keep the account', async ({ page, looksRight }) => {
    await aPerson(page, 'deletion');
    await call(page, 'account.askDeletion');
    await page.goto('/dashboard');
    const strip = page.getByRole('region', { name: 'Account deletion' });
    await expect(strip).toContainText('Your account will be deleted on');
    await looksRight('deletion');
    await page.goto('/dashboard/billing');
    await strip.getByRole('button', { name: 'Keep my account' }).click();
    await expect(page.getByText('You’re keeping your account')).toBeVisible();
    await expect(strip).toBeHidden();
  });
});
