import type { Page } from '@playwright/test';
import { MANAGE_SUBSCRIPTION } from '#contract/billing/plan-texts.ts';
import { expect, goTo, signIn, test } from './support.ts';

type LooksRight = (name: string) => Promise<void>;

const accountMenu = (page: Page) => page.getByRole('button', { name: 'Account menu' });

async function checkSheet(page: Page, looksRight: LooksRight) {
  await page.getByRole('button', { name: 'Open sidebar' }).click();
  const sheet = page.getByRole('dialog', { name: 'Sidebar' });
  const row = await sheet.getByRole('link', { name: /Seomi/ }).boundingBox();
  expect(row?.height, 'a finger needs 44 px').toBeGreaterThanOrEqual(44);
  await looksRight('sidebar sheet');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
}

async function checkRail(page: Page, looksRight: LooksRight) {
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(sidebar.getByRole('link', { name: 'Billing' })).toBeVisible();
  const hiddenPx = await sidebar.evaluate(
    (element: { scrollHeight?: number; clientHeight?: number }) =>
      (element.scrollHeight ?? Number.NaN) - (element.clientHeight ?? Number.NaN),
  );
  expect(hiddenPx, 'nothing to scroll at 900 px').toBeLessThanOrEqual(0);

  await page.keyboard.press('Control+b');
  const tip = page.getByText('Seomi: Upgrade to unlock');
  // The tooltip's code loads when the page is idle.
  await expect(async () => {
    await page.mouse.move(700, 450);
    await sidebar.getByRole('link', { name: /Seomi/ }).hover();
    await expect(tip).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await looksRight('collapsed sidebar with a tooltip');
  await page.mouse.move(700, 450);
  await expect(tip).toBeHidden();
  await sidebar.getByRole('link', { name: 'Brain', exact: true }).focus();
  await page.keyboard.press('Tab');
  await expect(tip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tip).toBeHidden();
}

test('someone in a trial finds home, menu and billing in order @phone', async ({ page, looksRight }) => {
  await signIn(page, 'demo@tenfold.test');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome back\. /);
  await expect(page.getByText(/days? left in your free trial/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recent conversations' }).getByRole('link').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'This month' })).toContainText('messages used of 10,000');
  await looksRight('home with history');

  await page.getByRole('link', { name: MANAGE_SUBSCRIPTION }).click();
  await expect(page, 'without a purchase there are only plans to choose from').toHaveURL(/\/dashboard\/billing#plans$/);
  await expect(page.getByRole('heading', { name: 'Plans' })).toBeInViewport();
  await expect(page.getByRole('link', { name: 'Choose a plan' })).toHaveAttribute('href', '#plans');
  await page.goBack();

  await accountMenu(page).click();
  await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeChecked();
  await looksRight('account menu');
  await page.getByRole('menuitem', { name: 'Billing' }).click();
  await expect(page.getByRole('heading', { name: 'Current Plan' })).toBeVisible();
  await expect(page.getByText('Trial Active')).toBeVisible();
  await looksRight('billing in a trial');
});

test('yesterday’s conversation, its menu and its table @phone', async ({ page, looksRight }) => {
  await signIn(page, 'demo@tenfold.test');
  await goTo(page, /Emmie/);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  const list = page.getByRole('button', { name: 'Conversations' });
  if (await list.isVisible()) await list.click();
  await page.getByRole('button', { name: 'Options for Welcome series for new customers' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await looksRight('conversation menu');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /Welcome series for new customers/ }).click();
  await expect(page.getByRole('log').getByRole('table')).toBeVisible();
  await looksRight('answer with a table');
});

test('someone without a plan sees what is locked and what would unlock it @phone', async ({ page, looksRight }) => {
  await signIn(page, 'free@tenfold.test');
  await expect(page.getByText('Brain AI is a good place to start.')).toBeVisible();
  await looksRight('home without a plan');
  await page.getByRole('button', { name: /Draft a week of posts/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Unlock Soshie' });
  await expect(dialog.getByText('Available with Pro plan and above.')).toBeVisible();
  await looksRight('upgrade dialog');
  const opened = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Choose Pro' }).click();
  const payPage = await opened;
  await expect(dialog).toBeHidden();
  await payPage.close();
  await page.goto('/dashboard/billing?plan=pro');
  await expect(page.getByText('Your choice')).toBeVisible();
  await looksRight('billing with a plan in mind');
});

test('someone at the limit sees it in the figures', async ({ page, looksRight }) => {
  await signIn(page, 'limit@tenfold.test');
  await page.goto('/dashboard/billing');
  await expect(page.getByText('50 of 50')).toBeVisible();
  await looksRight('billing at the limit');
});

test('the sidebar is a sheet on a phone; on a desktop it fits, and as a rail it shows its labels @phone', async ({
  page,
  looksRight,
  isMobile,
}) => {
  await signIn(page, 'free@tenfold.test');
  if (isMobile) await checkSheet(page, looksRight);
  else await checkRail(page, looksRight);
});

test('a menu works with the keyboard from the first time it opens', async ({ page }) => {
  await signIn(page, 'demo@tenfold.test');
  await accountMenu(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Light' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(accountMenu(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Upgrade' })).toBeFocused();
});

test('a menu whose code fails to load says so and opens on the next try', async ({ page }) => {
  await signIn(page, 'demo@tenfold.test');
  await page.route('**/assets/account-menu-*.js', (route) => route.fulfill({ status: 404 }));
  await accountMenu(page).click();
  const notice = page.getByText('This part of the page didn’t load.');
  await expect(notice).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await page.unroute('**/assets/account-menu-*.js');
  await accountMenu(page).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(notice).toBeHidden();
});

test('a page whose code fails to load leaves the sidebar and one way to get it, which works @phone', async ({
  page,
  looksRight,
}) => {
  const ways = page.locator('button, a').filter({ hasText: /reload|refresh|try again/i, visible: true });
  await signIn(page, 'demo@tenfold.test');
  await page.route('**/assets/billing-*.js', (route) => route.fulfill({ status: 404 }));
  await goTo(page, /Billing/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page didn’t load');
  await expect(ways).toHaveText(['Reload the page']);
  await looksRight('page not loaded');
  // The sidebar still leads elsewhere.
  await goTo(page, /Emmie/);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await goTo(page, /Billing/);
  await expect(ways).toHaveText(['Reload the page']);
  await page.unroute('**/assets/billing-*.js');
  await ways.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Billing');
  await expect(ways).toHaveCount(0);
});

test('a part whose code fails to load leaves the page, even if the code of the messages fails too', async ({
  page,
}) => {
  const ways = page.locator('button, a').filter({ hasText: /reload|refresh|try again/i, visible: true });
  await signIn(page, 'demo@tenfold.test');
  await page.goto('/dashboard/emmie');
  await page.route('**/assets/search-results-*.js', (route) => route.fulfill({ status: 404 }));
  await page.route('**/assets/toaster-host-*.js', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('welcome');
  await expect(page.getByText('This page didn’t load completely.')).toBeVisible();
  await expect(ways).toHaveText(['Reload the page']);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await page.unrouteAll();
  await ways.click();
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('welcome');
  await expect(page.getByRole('link', { name: /Welcome series/ }).first()).toBeVisible();
});
