import type { Browser, Page } from '@playwright/test';
import { TRIAL_DIALOG_TEXTS } from '#contract/texts.ts';
import { expect, holdApp, signIn, test } from './support.ts';

const LEAD = /^Ten teammates/;
const header = (page: Page) => page.getByRole('banner');
const heroForm = (page: Page) => page.getByRole('region', { name: LEAD });
const scripts = (page: Page) =>
  page.evaluate<string[]>(
    `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'))`,
  );

/**
 * The focused element, or the last step's element if focusing changed nothing visible. Compares shadow and border, which many elements have
 * without focus too, and the label's, which shows the focus of a control that is itself hidden.
 */
const FOCUS_STEP = `(() => {
  const look = (element) => [element, element.closest('label') ?? element].map((one) => {
    const { boxShadow, borderColor, outlineStyle, outlineColor } = getComputedStyle(one);
    const isOutlined = outlineStyle !== 'none' && outlineColor !== 'rgba(0, 0, 0, 0)';
    return [boxShadow, borderColor, isOutlined].join();
  }).join();
  const left = window.lastFocus;
  const element = document.activeElement;
  const name = element === document.body ? '' : element.tagName + ' ' + (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40);
  window.lastFocus = name === '' ? undefined : { element, name, look: look(element) };
  return { name, unmarked: left && left.look === look(left.element) ? left.name : null };
})()`;

async function withoutScripts(browser: Browser, size: { width: number; height: number } | null): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: size });
  return context.newPage();
}

test('the landing page is lean: a small inline script, few requests, and the app only on demand', async ({ page }) => {
  const answer = await page.request.get('/', { headers: { 'accept-encoding': 'br' } });
  const encoded = Number(answer.headers()['content-length']);
  expect(answer.headers()['content-encoding']).toBe('br');
  expect(encoded, 'HTML and styles in bytes').toBeLessThan(40_000);
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(await scripts(page)).toEqual([]);
  const loader = await page.locator('script[data-app]').textContent();
  expect(loader).toBeTruthy();
  expect(Buffer.byteLength(loader ?? ''), 'JavaScript in bytes').toBeLessThan(4_000);
  const early = await page.evaluate<number>(
    `performance.getEntriesByType('resource').filter(({ startTime }) => startTime < performance.getEntriesByName('first-contentful-paint')[0].startTime).length`,
  );
  expect(early + 1, 'requests before the first paint, the page among them').toBeLessThanOrEqual(8);
  await heroForm(page).getByLabel('Work email').focus();
  await expect.poll(() => scripts(page)).not.toEqual([]);
});

test('every part of the landing page looks right @phone', async ({ page, looksRight }) => {
  await page.goto('/');
  for (const anchor of ['features', 'how-it-works', 'pricing', 'ai-team', 'contact', 'about', 'faq'])
    await expect(page.locator(`[id="${anchor}"]`)).toHaveCount(1);
  await expect(page.getByRole('navigation', { name: 'Meet the team' }).getByRole('link')).toHaveCount(10);
  await looksRight('landing page');
});

test('input typed and sent before the app has loaded is not lost', async ({ page }) => {
  const letThrough = await holdApp(page);
  await page.goto('/');
  const email = heroForm(page).getByLabel('Work email');
  await email.fill('ana@example');
  await email.press('Enter');
  await expect(page.locator('[data-held]')).toHaveCount(1);
  letThrough();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(email).toHaveValue('ana@example');
  await email.fill('ana@example.com');
  await email.press('Enter');
  await expect(page).toHaveURL(/\/(auth|checkout)\?/);
  const params = new URL(page.url()).searchParams;
  const inside = new URLSearchParams((params.get('redirect') ?? page.url()).split('?')[1]);
  expect([inside.get('plan'), inside.get('discount')]).toEqual(['starter', 'first-time']);
});

test('a click is kept while the app loads, and the page does not jump', async ({ page }) => {
  const letThrough = await holdApp(page);
  await page.goto('/');
  // The page scrolls smoothly, and the place is measured below.
  await page.evaluate("window.scrollTo({ top: 2000, behavior: 'instant' })");
  await page.getByRole('main').getByRole('link', { name: 'Start free trial' }).last().click();
  await expect(page.locator('[data-held]')).toHaveCount(1);
  const before = await page.evaluate<number>('window.scrollY');
  letThrough();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await page.evaluate<number>('window.scrollY')).toBe(before);
  await expect(page.locator('[data-held]')).toHaveCount(0);
});

test('the closing call to action opens the trial dialog, which returns the focus', async ({ page, looksRight }) => {
  await page.goto('/');
  const start = page.getByRole('region', { name: 'They can start today.' }).getByRole('link');
  await start.click();
  const dialog = page.getByRole('dialog', { name: 'Where should we send your trial?' });
  const email = dialog.getByLabel('Email');
  await expect(email).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Start free trial' })).toBeDisabled();
  await email.fill('ana@example');
  await email.press('Enter');
  await expect(dialog.getByText(TRIAL_DIALOG_TEXTS.invalid)).toBeVisible();
  await looksRight('closing dialog');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(start).toBeFocused();
});

test('if the app fails to load, links and forms still work', async ({ page }) => {
  // Only on this page: the next one requests the app on its own.
  await page.route(/entry-client.*\.js/, (route) =>
    new URL(route.request().frame().url()).pathname === '/' ? route.abort('internetdisconnected') : route.continue(),
  );
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Start free trial' }).last().click();
  await expect(page).toHaveURL(/\/auth\?tab=signup$/);
  await page.unrouteAll();
  expect(complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

test('the pricing cards follow the billing cycle switch, by keyboard', async ({ page }) => {
  await page.goto('/#pricing');
  const pro = page.getByRole('article', { name: 'Pro' });
  await expect(pro).toContainText('$59');
  await page.getByRole('radio', { name: 'Monthly' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Annual' })).toBeChecked();
  await expect(pro.getByText('$49', { exact: true })).toBeVisible();
  await expect(pro.getByText('$59', { exact: true })).toBeHidden();
  await expect(pro.getByText('Billed $588 a year')).toBeVisible();
  const link = pro.getByRole('link', { name: 'Start Pro Free Trial' });
  await expect(link).toHaveCount(1);
  await expect(link).toHaveAttribute('href', '/checkout?plan=pro&billing=annual&discount=first-time');
});

test('a signed-in person gets their own page, without waiting for a script @phone', async ({
  page,
  browser,
  viewport,
}) => {
  await signIn(page, 'demo@tenfold.test');
  const state = await page.context().storageState();
  const context = await browser.newContext({ javaScriptEnabled: false, viewport, storageState: state });
  const quiet = await context.newPage();
  await quiet.goto('/');
  await expect(quiet.getByRole('main').getByRole('link', { name: 'Go to dashboard' }).first()).toBeVisible();
  await expect(quiet.getByRole('link', { name: 'Sign in' })).toHaveCount(0);
  await expect(quiet.getByRole('article', { name: 'Pro' }).getByRole('link').first()).toHaveAttribute(
    'href',
    '/checkout?plan=pro&billing=monthly&urgent=true',
  );
  await context.close();
});

test('without JavaScript the site can be read, expanded and navigated @phone', async ({ browser, viewport }) => {
  const page = await withoutScripts(browser, viewport);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: LEAD })).toBeVisible();
  await page.getByText('Do I need a card to start?').click();
  await expect(page.getByText('Do I need a card to start?').locator('xpath=ancestor::details')).toHaveAttribute(
    'open',
    '',
  );
  await page.getByRole('radio', { name: 'Annual' }).check({ force: true });
  await expect(page.getByText('Billed $588 a year')).toBeVisible();
  if (viewport && viewport.width < 768) {
    await page.getByText('Menu', { exact: true }).or(page.getByLabel('Menu')).first().click();
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Blog' }).click();
  } else {
    await header(page).getByRole('link', { name: 'Blog' }).click();
  }
  await expect(page).toHaveURL(/\/blog$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/');
  await heroForm(page).getByLabel('Work email').fill('noscript@example.com');
  await heroForm(page).getByRole('button', { name: 'Start free trial' }).click();
  await expect(page).toHaveURL(/(checkout|auth)/);
  await page.context().close();
});

test('a phone has a menu, which closes on Escape, on a tap elsewhere and when one of its links is followed @phone', async ({
  page,
  viewport,
}) => {
  await page.goto('/');
  const menu = page.locator('details[data-menu]');
  if (viewport && viewport.width >= 768) {
    await expect(menu).toBeHidden();
    await header(page).getByRole('link', { name: 'Pricing' }).click();
    await expect(page).toHaveURL(/#pricing$/);
    return;
  }
  const open = () => menu.locator('summary').click();
  await open();
  await page.keyboard.press('Escape');
  await expect(menu).not.toHaveAttribute('open');
  await expect(menu.locator('summary')).toBeFocused();
  await open();
  await expect(menu).toHaveAttribute('open');
  await heroForm(page).getByText('No credit card required').click();
  await expect(menu).not.toHaveAttribute('open');
  await open();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Pricing' }).click();
  await expect(menu).not.toHaveAttribute('open');
  await expect(page).toHaveURL(/#pricing$/);

  await open();
  await menu.getByRole('link', { name: 'Start free trial' }).click();
  await expect(page.getByRole('dialog', { name: 'Where should we send your trial?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu.locator('summary'), 'what opened the dialog is hidden again').toBeFocused();
});

test('the whole landing page can be navigated with the keyboard', async ({ page }) => {
  // No transition is running when it is read.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(heroForm(page).getByLabel('Work email')).toBeFocused();
  const seen = new Set<string>();
  const unmarked: string[] = [];
  for (let step = 0; step < 120; step += 1) {
    const at = await page.evaluate<{ name: string; unmarked: string | null }>(FOCUS_STEP);
    if (at.unmarked !== null) unmarked.push(at.unmarked);
    if (at.name === '') break;
    seen.add(at.name);
    await page.keyboard.press('Tab');
  }
  expect(unmarked, 'looks the same with and without the focus').toEqual([]);
  expect(seen.size).toBeGreaterThan(30);
});
