import type { Locator, Page } from '@playwright/test';
import { ERROR_CODES } from '#contract/errors.ts';
import { BILLING_LABELS, LOCKED_TEXTS, MANAGE_SUBSCRIPTION } from '#contract/billing/plan-texts.ts';
import { PLAN_BUTTONS, TOASTS } from '#contract/texts.ts';
import { aPerson, aPersonWithoutTrial, call, PASSWORD, requireReauthentication } from './identity.ts';
import { buy, payAt } from './pay.ts';
import { expect, openConversations, signIn, test } from './support.ts';

const BILLING = '/dashboard/billing';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const card = (page: Page) => page.getByRole('region', { name: 'Current Plan' });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const notice = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });

async function openBilling(page: Page, query = ''): Promise<void> {
  await page.goto(BILLING + query);
  await expect(card(page)).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading...' })).toHaveCount(0);
}

/** The value next to a term in a dialog. */
const amountOf = (inside: Locator, term: string | RegExp) =>
  inside
    .locator('dl > div')
    .filter({ has: inside.page().getByText(term) })
    .locator('dd');

/** The event a browser sends to a page that the person returns to. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
}

test('a trial: what its end does, and a plan chosen for it, changed, canceled and kept after all @phone', async ({
  page,
  looksRight,
}) => {
  await aPerson(page, 'billing-trial');
  await openBilling(page);
  await expect(card(page).getByText(BILLING_LABELS.trialing)).toBeVisible();
  await expect(page.getByText('7 days left in your free trial')).toBeVisible();
  await expect(page.getByText('Day 1 of 7')).toBeVisible();
  await looksRight('billing in a trial');

  await button(page, 'What happens then?').click();
  await expect(dialog(page, 'When your trial ends').getByRole('heading', { name: 'Locks' })).toBeVisible();
  await expect(dialog(page, 'When your trial ends').getByText(/^Messages a month: 50 instead of 10,000/)).toBeVisible();
  await looksRight('the end of a trial');
  await page.keyboard.press('Escape');

  await page.getByRole('radio', { name: 'Annual' }).click();
  await expect(page.getByRole('link', { name: PLAN_BUTTONS.trial('Pro') })).toHaveAttribute(
    'href',
    /\/checkout\?plan=pro&billing=annual/,
  );

  await buy(page, 'starter_monthly', /^Start trial/);
  await openBilling(page);
  await expect(card(page)).toContainText('Starter $29 per month');
  await expect(card(page)).toContainText('There’s no card yet.');
  await looksRight('a plan chosen in a trial');

  await button(page, PLAN_BUTTONS.change('Pro')).click();
  const change = dialog(page, 'Switch to Pro, monthly');
  await expect(change.getByText('Due now')).toBeVisible();
  await expect(change).toContainText('$0.00');
  await expect(change).toContainText('There’s no card yet. If you don’t add one, we won’t charge anything');
  await looksRight('a change of plan');
  await change.getByRole('button', { name: 'Switch plan' }).click();
  await expect(notice(page, 'You chose Pro, monthly')).toBeVisible();
  await expect(card(page)).toContainText('Pro $59 per month');
  await expect(page.getByRole('article', { name: 'Pro' }).getByText('Current', { exact: true })).toBeVisible();

  await button(page, 'Cancel plan').click();
  await dialog(page, 'Cancel Pro?').getByRole('button', { name: 'Cancel plan' }).click();
  await expect(card(page)).toContainText('You canceled Pro.');
  await button(page, 'Keep my plan').click();
  await expect(notice(page, 'You’re keeping your plan')).toBeVisible();
  await expect(button(page, 'Cancel plan')).toBeVisible();
});

test('coming back from the pay page shows the outcome once and cleans up the URL', async ({ page }) => {
  await signIn(page, 'free@tenfold.test');
  await openBilling(page, '?success=true&plan=pro');
  await expect(notice(page, TOASTS.subscribed.title)).toHaveCount(1);
  await expect(page).toHaveURL(/\/dashboard\/billing\?plan=pro$/);
  await page.goto('/billing?canceled=true');
  await expect(notice(page, TOASTS.subscriptionCanceled.title)).toHaveCount(1);
  await expect(page).toHaveURL(/\/dashboard\/billing$/);
});

test('the portal opens in a new tab, or through a link if the browser blocks the tab', async ({ page }) => {
  await aPerson(page, 'billing-portal');
  await buy(page, 'starter_monthly', /^Start trial/);
  await openBilling(page);
  const [portal] = await Promise.all([page.waitForEvent('popup'), button(page, MANAGE_SUBSCRIPTION).click()]);
  await portal.waitForURL(/\/portal\//);
  await portal.close();
  await page.evaluate('void (window.open = () => null)');
  await button(page, MANAGE_SUBSCRIPTION).click();
  await expect(page.getByRole('link', { name: 'Open the customer portal' })).toHaveAttribute('href', /\/portal\//);
});

test('a paid plan: locks open automatically, a declined change changes nothing, a refund ends it', async ({
  page,
  looksRight,
}) => {
  await aPersonWithoutTrial(page);
  await page.goto('/dashboard/seomi');
  await expect(page.getByRole('heading', { name: LOCKED_TEXTS.title('Seomi') })).toBeVisible();
  await buy(page, 'starter_monthly', /4242/);
  await comeBack(page);
  // No reload: the page updates on its own.
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Plan: Starter' })).toBeVisible();

  await openBilling(page);
  await expect(card(page).getByText(BILLING_LABELS.active, { exact: true })).toBeVisible();
  await expect(card(page)).toContainText(/Your next billing date is .*: \$29, charged to your Visa ending in 4242\./);
  await expect(page.getByRole('region', { name: 'Invoice table' })).toContainText('$29.00');
  await looksRight('billing with a plan');

  const [portal] = await Promise.all([page.waitForEvent('popup'), button(page, MANAGE_SUBSCRIPTION).click()]);
  await portal.waitForURL(/\/portal\//);
  await portal.goto(`${portal.url()}/card`);
  await portal.getByRole('button', { name: /0341/ }).click();
  await expect(portal.getByText(/0341/).first()).toBeVisible();
  await portal.close();

  await button(page, PLAN_BUTTONS.change('Ultimate')).click();
  const change = dialog(page, 'Switch to Ultimate, monthly');
  await expect(change.getByRole('heading', { name: 'Opens' })).toBeVisible();
  await change.getByRole('button', { name: 'Switch plan' }).click();
  await expect(change.getByText(ERROR_CODES.CARD_DECLINED.text)).toBeVisible();
  await expect(change.getByRole('button', { name: MANAGE_SUBSCRIPTION })).toBeVisible();
  await looksRight('a declined change of plan');
  await page.keyboard.press('Escape');
  await expect(card(page)).toContainText('Starter $29 per month');

  await button(page, 'Refund my plan').click();
  const refund = dialog(page, 'Get your money back?');
  await expect(refund.getByRole('heading', { name: 'Locks' })).toBeVisible();
  await looksRight('a refund');
  await requireReauthentication(page, 'billing.requestRefund');
  await refund.getByRole('button', { name: 'End plan and refund me' }).click();
  const reauthentication = dialog(page, 'Is it really you?');
  await reauthentication.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await reauthentication.getByRole('button', { name: 'Continue' }).click();
  await expect(notice(page, 'Your refund is on its way')).toBeVisible();
  await expect(card(page).getByText(BILLING_LABELS.free, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Invoice table' })).toContainText('Refunded');
  await expect(page.getByRole('link', { name: PLAN_BUTTONS.choose('Pro') })).toBeVisible();
});

test('a paid plan is upgraded at the previewed price and downgraded again, and a canceled one is kept before it is changed', async ({
  page,
  looksRight,
}) => {
  await aPersonWithoutTrial(page);
  await buy(page, 'starter_monthly', /4242/);
  await openBilling(page);
  await button(page, 'Cancel plan').click();
  const end = dialog(page, /^Cancel /);
  await expect(end.getByText(/^Messages a month: 50 instead of 500\./)).toBeVisible();
  await end.getByRole('button', { name: 'Keep Starter' }).click();

  await button(page, PLAN_BUTTONS.change('Ultimate')).click();
  const up = dialog(page, 'Switch to Ultimate, monthly');
  await expect(up.getByRole('heading', { name: 'Opens' })).toBeVisible();
  const due = (await amountOf(up, 'Due now').textContent()) ?? '';
  expect(due).toMatch(/^\$[1-9]\d*\.\d{2}$/);
  await up.getByRole('button', { name: 'Switch plan' }).click();
  await expect(notice(page, 'You’re on Ultimate, monthly')).toBeVisible();
  await expect(card(page)).toContainText('Ultimate $97 per month');
  const charged = page.getByRole('region', { name: 'Invoice table' }).getByRole('row').nth(1);
  await expect(charged).toContainText(due);
  await expect(charged).toContainText('Paid');

  // The preview from before the change is not shown again.
  await button(page, 'Cancel plan').click();
  await expect(end.getByText(/^Messages a month: 50 instead of 10,000\./)).toBeVisible();
  await end.getByRole('button', { name: 'Keep Ultimate' }).click();

  await button(page, PLAN_BUTTONS.change('Starter')).click();
  const down = dialog(page, 'Switch to Starter, monthly');
  await expect(down.getByRole('heading', { name: 'Locks' })).toBeVisible();
  await expect(down.getByRole('listitem').filter({ hasText: 'Landa' })).toBeVisible();
  await expect(amountOf(down, 'Due now')).toHaveText('$0.00');
  await looksRight('a smaller plan');
  await down.getByRole('button', { name: 'Switch plan' }).click();
  await expect(card(page)).toContainText('You’re switching to Starter, monthly, on');
  await expect(card(page)).toContainText('Ultimate $97 per month');

  await button(page, PLAN_BUTTONS.change('Starter')).click();
  await down.getByRole('radio', { name: 'Now' }).click();
  await expect(amountOf(down, 'Credit for your next invoices')).toHaveText(/^\$[1-9]\d*\.\d{2}$/);
  await down.getByRole('button', { name: 'Switch plan' }).click();
  await expect(notice(page, 'You’re on Starter, monthly')).toBeVisible();
  await expect(card(page)).toContainText('Starter $29 per month');

  await button(page, 'Cancel plan').click();
  await end.getByRole('button', { name: 'Cancel plan' }).click();
  await expect(card(page)).toContainText('You canceled.');
  await button(page, PLAN_BUTTONS.change('Pro')).click();
  const again = dialog(page, 'Switch to Pro, monthly');
  await expect(again.getByText(ERROR_CODES.PLAN_CANCELLED.text)).toBeVisible();
  await expect(again.getByRole('button', { name: 'Switch plan' })).toBeDisabled();
  await looksRight('a change of a canceled plan');
  await again.getByRole('button', { name: 'Keep my plan' }).click();
  await expect(again.getByText('Due now')).toBeVisible();
  await again.getByRole('button', { name: 'Not now' }).click();
  await expect(button(page, 'Cancel plan')).toBeVisible();
});

test('a plan bought as a guest with this address waits, and can be added @phone', async ({ page, looksRight }) => {
  const email = await aPerson(page, 'billing-guest');
  const { url } = await call<{ url: string }>(page, 'billing.guestCheckout', {
    priceId: 'pro_monthly',
    guestEmail: email,
  });
  await payAt(page, url, /^Start trial/);
  await openBilling(page);
  const waiting = page.getByRole('region', { name: 'Waiting purchase' });
  await expect(waiting).toContainText('A Pro plan is waiting for you.');
  await looksRight('a waiting purchase');
  await waiting.getByRole('button', { name: 'Add to my account' }).click();
  await expect(notice(page, 'Pro is yours')).toBeVisible();
  await expect(waiting).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Current Plan', exact: true })).toBeFocused();
  await expect(card(page)).toContainText('Pro $59 per month');
});

test('the usage history is a chart that works with the keyboard, with a table and receipts @phone', async ({
  page,
  looksRight,
}) => {
  await signIn(page, 'demo@tenfold.test');
  await openBilling(page);
  const months = page.getByRole('radiogroup', { name: 'Month' });
  const counted = page.getByText(/^Counted: /);
  await expect(counted).toHaveText(/^Counted: \d+ messages?, \d+ exports?, \d+ templates?$/);
  const used = (await counted.textContent())?.match(/\d+/)?.[0] ?? '';
  await expect(page.getByRole('progressbar', { name: 'Messages' })).toHaveAttribute('aria-valuenow', used);
  await months.getByRole('radio', { checked: true }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(months.getByRole('radio').nth(10)).toBeChecked();
  await expect(page.getByText('You didn’t use anything this month.')).toBeVisible();
  await page.getByRole('radio', { name: 'Exports', exact: true }).click();
  await expect(months.getByRole('radio').nth(10)).toHaveAccessibleName(/: 0 exports$/);
  await page.getByText('Show as a table').click();
  await expect(page.getByRole('columnheader', { name: 'Month (UTC)' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Exports' })).toBeVisible();
  await page.getByText('Show daily limits').click();
  await expect(page.getByRole('row', { name: /^Calls to other systems \d/ })).toBeVisible();
  await looksRight('the daily limits');
});

test('a conversation is exported as a file, and counted', async ({ page }) => {
  await signIn(page, 'demo@tenfold.test');
  await openBilling(page);
  const counted = page.getByText(/^Counted: /);
  const exportsIn = async () => Number(/(\d+) exports?,/.exec((await counted.textContent()) ?? '')?.[1]);
  const before = await exportsIn();
  await page.goto('/dashboard/brain-ai');
  await openConversations(page);
  await page
    .getByRole('button', { name: /^Options for / })
    .first()
    .click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^\d{4}-\d{2}-\d{2}-.+\.md$/);
  await expect(notice(page, 'Conversation exported')).toBeVisible();
  await openBilling(page);
  await expect.poll(exportsIn).toBe(before + 1);
});
