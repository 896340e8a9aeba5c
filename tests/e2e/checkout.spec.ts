import type { Locator, Page } from '@playwright/test';
import { ERROR_CODES } from '#contract/errors.ts';
import {
  AUTH_TEXTS,
  OFFER_EXPIRED,
  PAYMENT_RECEIVED,
  PRODUCT_NAME,
  TOASTS,
  TRIAL_DIALOG_TEXTS,
} from '#contract/texts.ts';
import { aPerson, anAddress, aPersonWithoutTrial, call, PASSWORD } from './identity.ts';
import { confirmationLink, expect, hold, holdApp, scrollDownTo, test } from './support.ts';

const PAY_PAGE = /\/pay\/cs_/;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const summary = (page: Page) => page.getByRole('complementary', { name: 'Order summary' });
const payButton = (page: Page, name: string) => summary(page).getByRole('button', { name });
const dueToday = (page: Page) => summary(page).locator('.due');
const timer = (page: Page) => page.getByRole('timer', { name: 'Offer ends in' });

/** Clicks what opens the pay page, and waits for it in its own tab. */
async function toPayPage(page: Page, button: Locator): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await button.click();
  const tab = await opened;
  await tab.waitForURL(PAY_PAGE);
  return tab;
}

test('someone in a trial goes from the pricing card to a plan, and pays nothing today @phone', async ({
  page,
  looksRight,
}) => {
  await aPerson(page, 'checkout-trial');
  await page.goto('/');
  const card = page.getByRole('article', { name: 'Pro' });
  await expect(card.getByRole('link', { name: 'Start Pro Free Trial' })).toHaveAttribute('href', /urgent=true/);
  await card.getByRole('link', { name: 'Start Pro Free Trial' }).click();
  await expect(heading(page)).toHaveText('Choose your plan');
  await expect(page).toHaveURL(/\/checkout\?plan=pro&billing=monthly&urgent=true$/);
  await expect(dueToday(page)).toContainText('$0.00');
  await expect(timer(page)).toBeVisible();
  await scrollDownTo(page, page.getByRole('heading', { name: 'Compare plans' }));
  await looksRight('checkout in a trial');

  // The annual price is lower than the list price with the offer, so it applies.
  await page.getByRole('radio', { name: 'Annual' }).click();
  await page.getByRole('radio', { name: 'Ultimate' }).check();
  await expect(page).toHaveURL(/plan=ultimate&billing=annual&urgent=true$/);
  await expect(summary(page)).toContainText('2 months free');
  await expect(summary(page)).toContainText('$948.00');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Ultimate' })).toBeChecked();

  const tab = await toPayPage(page, payButton(page, 'Start Ultimate Free Trial'));
  await expect(page.getByText(TOASTS.checkoutReady.text)).toBeVisible();
  expect(await tab.evaluate('window.opener')).toBeNull();
  await tab.getByRole('button', { name: 'Start trial', exact: true }).click();
  await expect(heading(tab)).toContainText(`Welcome to ${PRODUCT_NAME}`);
  await expect(tab.getByText('7-day free trial')).toBeVisible();
  await tab.close();

  // There is never a second one.
  await page.reload();
  await expect(heading(page)).toHaveText('You already have a plan');
  await looksRight('checkout with a plan');
  await page.getByRole('link', { name: 'Go to billing' }).click();
  await expect(page).toHaveURL(/\/dashboard\/billing/);
});

test('Back leads to where the link was, also after a reload, and otherwise to the plans', async ({ page }) => {
  await aPerson(page, 'checkout-back');
  await page.goto('/dashboard/billing');
  await page.getByRole('radio', { name: 'Annual' }).click();
  await page.getByRole('link', { name: 'Start Pro Free Trial' }).click();
  await page.getByRole('radio', { name: 'Starter' }).check();
  await expect(page).toHaveURL(/\/checkout\?plan=starter/);
  await page.reload();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/billing$/);
  await page.goForward();
  await expect(page, 'it was a step back, not another step forward').toHaveURL(/\/checkout\?plan=starter/);

  await page.goto('/checkout?from=//elsewhere.example');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/\/#pricing$/);
});

test('choices made before the app has loaded are kept', async ({ page }) => {
  await aPerson(page, 'checkout-early');
  const letThrough = await holdApp(page);
  await page.goto('/checkout?plan=starter');
  await page.getByRole('radio', { name: 'Annual' }).click();
  await page.getByRole('radio', { name: 'Ultimate' }).click();
  await expect(page.locator('[data-held]')).toHaveCount(2);
  letThrough();
  await expect(page).toHaveURL(/plan=ultimate&billing=annual$/);
  await expect(page.getByRole('radio', { name: 'Annual' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Ultimate' })).toBeChecked();
  await expect(page.locator('[data-held]')).toHaveCount(0);
});

test('a choice made in the savings estimate before its code has loaded is kept', async ({ page }) => {
  await aPerson(page, 'checkout-estimate');
  const letThrough = await hold(page, /checkout-more.*\.js/);
  await page.goto('/checkout?plan=starter');
  // The app is hydrated: it notices the choice and loads the estimate's code.
  await expect(page.locator('[data-needs-hydration]')).toHaveCount(0);
  const size = page.getByLabel('Business size');
  const estimate = page.locator('.roi-basis');
  const before = await estimate.innerText();
  await size.selectOption('large');
  letThrough();
  await expect(estimate).not.toHaveText(before);
  await expect(size).toHaveValue('large');
});

test('without a trial the summary is what is charged, and the offer ends when the server says', async ({
  page,
  looksRight,
}) => {
  await aPersonWithoutTrial(page);
  await page.goto('/checkout?plan=starter&urgent=true');
  await expect(dueToday(page)).toContainText('$24.65');
  await expect(summary(page)).toContainText('Then $29 each month');
  await expect(payButton(page, 'Choose Starter')).toBeEnabled();
  await looksRight('checkout with an offer');

  // A reload does not restart it.
  const { endsAt } = await call<{ endsAt: string }>(page, 'billing.showOffer');
  await page.reload();
  await expect(timer(page)).toBeVisible();
  expect((await call<{ endsAt: string }>(page, 'billing.showOffer')).endsAt).toBe(endsAt);

  const tab = await toPayPage(page, payButton(page, 'Choose Starter'));
  await expect(tab.getByText('$24.65').first()).toBeVisible();
  await tab.getByLabel('Street address').fill('Kai 1');
  await tab.getByLabel('Country').fill('DE');
  await tab.getByRole('button', { name: /^Works …4242/ }).click();
  await expect(heading(tab)).toContainText(`Welcome to ${PRODUCT_NAME}`);
  await expect(tab.getByText('Your Starter plan is active.')).toBeVisible();
});

test('at zero the offer and its discount are gone immediately', async ({ page }) => {
  await page.clock.install();
  await aPersonWithoutTrial(page);
  await page.goto('/checkout?plan=starter&urgent=true');
  await expect(dueToday(page)).toContainText('$24.65');
  await page.clock.fastForward('15:01');
  await expect(page.getByText(OFFER_EXPIRED)).toBeVisible();
  await expect(dueToday(page)).toContainText('$29.00');

  // By now the guard would check the session again; a choice still works when the server doesn't answer.
  await page.route('**/trpc/auth.session*', (route) => route.abort());
  await page.getByRole('radio', { name: 'Ultimate' }).check();
  await expect(page).toHaveURL(/plan=ultimate/);
  await expect(dueToday(page)).toContainText('$97.00');
});

test('an outdated price is refused, with a message and a fresh summary', async ({ page }) => {
  await aPersonWithoutTrial(page);
  await page.goto('/checkout?plan=starter&discount=first-time');
  await expect(dueToday(page)).toContainText('$14.50');
  await page.route(
    '**/trpc/billing.checkout*',
    (route) => {
      const asked = route.request().postData() ?? '';
      return route.continue({ postData: asked.replace('"expectedFirstCents":1450', '"expectedFirstCents":1449') });
    },
    { times: 1 },
  );
  await payButton(page, 'Choose Starter').click();
  await expect(summary(page).getByRole('alert')).toHaveText(ERROR_CODES.OFFER_OVER.text);
  await expect(page.getByText(TOASTS.checkoutFailed.text)).toBeHidden();
  const tab = await toPayPage(page, payButton(page, 'Choose Starter'));
  await expect(tab.getByText('$14.50').first()).toBeVisible();
  await expect(summary(page).getByRole('alert')).toBeHidden();
});

test('signing in again after the session ended returns to the same checkout', async ({ page, context }) => {
  const email = await aPerson(page, 'checkout-session');
  await page.goto('/checkout?plan=ultimate&billing=quarterly&source=chatbot');
  await expect(payButton(page, 'Start Ultimate Free Trial')).toBeEnabled();
  await context.clearCookies();
  await payButton(page, 'Start Ultimate Free Trial').click();
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fcheckout/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/checkout\?plan=ultimate&billing=quarterly&source=chatbot$/);
  await expect(page.getByRole('radio', { name: 'Quarterly' })).toBeChecked();
});

test('a guest goes from the trial dialog to a plan that waits for the confirmed address @phone', async ({
  page,
  context,
  looksRight,
}) => {
  const email = anAddress('guest');
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Start free trial' }).click();
  const dialog = page.getByRole('dialog', { name: 'Where should we send your trial?' });
  const send = dialog.getByRole('button', { name: 'Start free trial' });
  await expect(send).toBeDisabled();
  await expect(dialog.getByRole('radio', { name: 'Starter' })).toBeChecked();
  await dialog.getByLabel('Email').fill('ana');
  await send.click();
  await expect(dialog.getByText(TRIAL_DIALOG_TEXTS.invalid)).toBeVisible();
  await looksRight('trial dialog');
  await dialog.getByLabel('Email').fill(email);
  await expect(dialog.getByText(TRIAL_DIALOG_TEXTS.invalid)).toBeHidden();

  // Going back from the pay page costs nothing and doesn't require signing in.
  const first = await toPayPage(page, send);
  await expect(dialog).toBeHidden();
  await first.getByRole('link', { name: 'Back' }).click();
  await expect(heading(first)).toHaveText('No charges were made.');
  await first.close();

  await page.getByRole('main').getByRole('link', { name: 'Start free trial' }).click();
  await dialog.getByLabel('Email').fill(email);
  const tab = await toPayPage(page, send);

  // Another address is tried in the meantime and abandoned.
  await page.getByRole('main').getByRole('link', { name: 'Start free trial' }).click();
  await dialog.getByLabel('Email').fill(anAddress('other'));
  await (await toPayPage(page, send)).close();
  await tab.getByRole('button', { name: 'Start trial', exact: true }).click();
  await expect(heading(tab)).toHaveText(PAYMENT_RECEIVED);
  await expect(tab.getByText(email)).toBeHidden();
  await expect(tab.getByRole('link', { name: 'I have an account' })).toHaveAttribute(
    'href',
    /redirect=%2Fsuccess%3Fsession_id/,
  );
  const success = tab.url();

  // This browser remembers their own address; once confirmed, it gets the plan.
  await tab.getByRole('link', { name: 'Sign up with that email' }).click();
  await expect(tab.getByLabel('Email')).toHaveValue(email);
  await tab.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await tab.getByRole('button', { name: 'Create account' }).click();
  await expect(heading(tab)).toHaveText('Check your email');
  await tab.goto(await confirmationLink(page.request, email));
  await tab.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(tab).toHaveURL(/\/onboarding$/);
  await tab.goto('/success');
  await expect(heading(tab)).toContainText(`Welcome to ${PRODUCT_NAME}`);

  // Another person learns nothing about it.
  await context.clearCookies();
  await aPerson(page, 'stranger');
  await page.goto(success);
  await expect(heading(page)).toHaveText('There’s no plan on this account yet');
  await expect(page.getByText('guest-')).toBeHidden();
});

test('a guest whose browser has no storage gets as far, and types the address again', async ({ page, context }) => {
  await context.addInitScript(
    `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } })`,
  );
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Start free trial' }).click();
  const dialog = page.getByRole('dialog', { name: 'Where should we send your trial?' });
  await dialog.getByLabel('Email').fill(anAddress('guest-nothing'));
  const tab = await toPayPage(page, dialog.getByRole('button', { name: 'Start free trial' }));
  await expect(dialog).toBeHidden();
  await tab.getByRole('button', { name: 'Start trial', exact: true }).click();
  await expect(heading(tab)).toHaveText(PAYMENT_RECEIVED);
  await tab.getByRole('link', { name: 'Sign up with that email' }).click();
  // Wait for that page: until then, the field for correcting the address also matches the label "Email".
  await expect(heading(tab)).toHaveText(AUTH_TEXTS.heading);
  await expect(tab.getByLabel('Email')).toHaveValue('');
  const email = anAddress('guest-nothing');
  await tab.getByLabel('Email').fill(email);
  await tab.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await tab.getByRole('button', { name: 'Create account' }).click();
  await expect(heading(tab)).toHaveText('Check your email');
  await tab.goto(await confirmationLink(page.request, email));
  await tab.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(tab).toHaveURL(/\/onboarding$/);
});

test('the link shown for a blocked tab leads only to the chosen plan, and closes the dialog', async ({ page }) => {
  await page.goto('/');
  await page.evaluate('window.open = () => null');
  await page.getByRole('main').getByRole('link', { name: 'Start free trial' }).click();
  const dialog = page.getByRole('dialog', { name: 'Where should we send your trial?' });
  const link = dialog.getByRole('link', { name: 'Open the payment page' });
  const send = dialog.getByRole('button', { name: 'Start free trial' });
  await dialog.getByLabel('Email').fill(anAddress('guest-refused'));
  await send.click();
  await expect(link).toHaveAttribute('href', PAY_PAGE);
  await dialog.getByRole('radio', { name: 'Pro' }).click();
  await expect(link).toBeHidden();
  await send.click();
  const tab = await toPayPage(page, link);
  await expect(dialog).toBeHidden();
  await expect(tab.getByText('Pro').first()).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Start free trial' }).click();
  await expect(send).toBeVisible();
  await expect(link).toBeHidden();
});

test('the form on the front page asks for an address', async ({ page }) => {
  await page.goto('/');
  const field = page.getByLabel('Work email');
  await page.getByRole('main').getByRole('button', { name: 'Start free trial' }).click();
  await expect(page.getByText(TRIAL_DIALOG_TEXTS.required)).toBeVisible();
  await expect(field).toBeFocused();
  const email = anAddress('hero');
  await field.fill(email);
  await field.press('Enter');
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fcheckout/);
  await expect(page.getByLabel('Email')).toHaveValue(email);
});

test('a blocked tab gets a link, a failing server is reported, and a double click opens one tab', async ({
  page,
  context,
}) => {
  await aPerson(page, 'checkout-tabs');
  await page.goto('/checkout?plan=pro');
  const button = payButton(page, 'Start Pro Free Trial');
  await expect(button).toBeEnabled();
  const before = context.pages().length;

  await page.route('**/trpc/billing.checkout*', (route) => route.fulfill({ status: 503 }), { times: 1 });
  await button.click();
  await expect(page.getByText(TOASTS.checkoutFailed.text)).toBeVisible();
  await expect.poll(() => context.pages().length).toBe(before);

  await button.dblclick();
  await expect(page.getByText(TOASTS.checkoutReady.text)).toBeVisible();
  expect(context.pages()).toHaveLength(before + 1);

  await page.evaluate('window.open = () => null');
  await button.click();
  await expect(summary(page).getByRole('link', { name: 'Open the payment page' })).toHaveAttribute('href', PAY_PAGE);
});

test('the pages after checkout ask for sign-in, unless a guest canceled @phone', async ({ page, looksRight }) => {
  for (const path of ['/success', '/cancel']) {
    await page.goto(path);
    await expect(page).toHaveURL(new RegExp(`/auth\\?redirect=%2F${path.slice(1)}`));
  }
  await page.goto('/success?session_id=cs_test_nobodyknowsthisone');
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fsuccess/);
  await page.goto('/cancel?guest=1');
  await expect(heading(page)).toHaveText('No charges were made.');
  await looksRight('canceled checkout');
  await aPerson(page, 'checkout-pages');
  await page.goto('/success');
  await expect(heading(page)).toHaveText('There’s no plan on this account yet');
  await looksRight('success without a plan');
});
