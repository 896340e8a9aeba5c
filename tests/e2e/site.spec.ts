import type { Browser, Page } from '@playwright/test';
import { TRIAL_DIALOG_TEXTS } from '#contract/texts.ts';
import { expect, holdApp, signIn, test } from './support.ts';

const LEAD = /^Ten teammates/;
const header = (page: Page) => page.getByRole('banner');
const heroForm = (page: Page) => page.getByRole('region', { name: LEAD });
const scripts = (page: Page) =>
  page.evaluate<{ name: string; size: number }[]>(
    `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).map(({ name, encodedBodySize }) => ({ name, size: encodedBodySize }))`,
  );

async function withoutScripts(browser: Browser, size: { width: number; height: number } | null): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: size });
  return context.newPage();
}

test('the landing page is lean: a small script, few requests, and the app only when it is wanted', async ({ page }) => {
  const answer = await page.request.get('/', { headers: { 'accept-encoding': 'br' } });
  const encoded = Number(answer.headers()['content-length']);
  expect(answer.headers()['content-encoding']).toBe('br');
  expect(encoded, 'HTML and styles in bytes').toBeLessThan(40_000);
  await page.goto('/', { waitUntil: 'networkidle' });
  const loaded = await scripts(page);
  expect(
    loaded.reduce((sum, { size }) => sum + size, 0),
    'JavaScript in bytes',
  ).toBeLessThan(20_000);
  const early = await page.evaluate<number>(
    `performance.getEntriesByType('resource').filter(({ startTime }) => startTime < performance.getEntriesByName('first-contentful-paint')[0].startTime).length`,
  );
  expect(early + 1, 'requests before the first paint, the page among them').toBeLessThanOrEqual(8);
});

test('every part of the landing page looks right', async ({ page, looksRight }) => {
  await page.goto('/');
  for (const anchor of ['features', 'how-it-works', 'pricing', 'ai-team', 'contact', 'about', 'faq'])
    await expect(page.locator(`[id="${anchor}"]`)).toHaveCount(1);
  await expect(page.getByRole('navigation', { name: 'Meet the team' }).getByRole('link')).toHaveCount(10);
  await looksRight('landing page');
});

test('what somebody types and sends before the app is there is not lost', async ({ page }) => {
  await page.goto('/');
  const email = heroForm(page).getByLabel('Work email');
  await email.fill('ana@example');
  await email.press('Enter');
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(email).toHaveValue('ana@example');
  await email.fill('ana@example.com');
  await email.press('Enter');
  await expect(page).toHaveURL(/\/(auth|checkout)\?/);
  const wish = new URL(page.url()).searchParams;
  const inside = new URLSearchParams((wish.get('redirect') ?? page.url()).split('?')[1]);
  expect([inside.get('plan'), inside.get('discount')]).toEqual(['starter', 'first-time']);
});

test('a press is kept while the app is on its way, and the page stays where it is', async ({ page }) => {
  const letThrough = await holdApp(page);
  await page.goto('/');
  await page.evaluate('window.scrollTo(0, 2000)');
  await page.getByRole('main').getByRole('link', { name: 'Start free trial' }).last().click();
  await expect(page.locator('[data-held]')).toHaveCount(1);
  const before = await page.evaluate<number>('window.scrollY');
  letThrough();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await page.evaluate<number>('window.scrollY')).toBe(before);
  await expect(page.locator('[data-held]')).toHaveCount(0);
});

test('the closing words open the trial dialog, which gives the focus back', async ({ page, looksRight }) => {
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

test('where the app does not come, links and forms go their own way', async ({ page }) => {
  // Only on this page: the next one asks for the app by itself.
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

test('the cards follow the switch of the cycle, by keyboard', async ({ page, viewport }) => {
  await page.goto('/#pricing');
  const pro = page.getByRole('article', { name: 'Pro' });
  await expect(pro).toContainText('$59');
  await page.getByRole('radio', { name: 'Monthly' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Annual' })).toBeChecked();
  await expect(pro.getByText('$49', { exact: true })).toBeVisible();
  await expect(pro.getByText('$59', { exact: true })).toBeHidden();
  await expect(pro.getByText('Billed yearly at $588')).toBeVisible();
  const link = pro.getByRole('link', { name: 'Start Pro Free Trial' });
  await expect(link).toHaveCount(1);
  await expect(link).toHaveAttribute('href', '/checkout?plan=pro&billing=annual&discount=first-time');
  expect(viewport).not.toBeNull();
});

test('whoever is signed in meets their own page, without waiting for a script', async ({ page, browser, viewport }) => {
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

test('without JavaScript the site is read, folded open and walked through', async ({ browser, viewport }) => {
  const page = await withoutScripts(browser, viewport);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: LEAD })).toBeVisible();
  await page.getByText('Do I need a card to start?').click();
  await expect(page.getByText('Do I need a card to start?').locator('xpath=ancestor::details')).toHaveAttribute(
    'open',
    '',
  );
  await page.getByRole('radio', { name: 'Annual' }).check({ force: true });
  await expect(page.getByText('Billed yearly at $588')).toBeVisible();
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

test('a menu closes when a link of it is followed, at a press elsewhere and on Escape', async ({ page, viewport }) => {
  if (viewport && viewport.width >= 768) return;
  await page.goto('/');
  const menu = page.locator('details[data-menu]');
  const open = () => menu.locator('summary').click();
  await open();
  await page.keyboard.press('Escape');
  await expect(menu).not.toHaveAttribute('open');
  await expect(menu.locator('summary')).toBeFocused();
  await open();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Pricing' }).click();
  await expect(menu).not.toHaveAttribute('open');
  await expect(page).toHaveURL(/#pricing$/);
});

test('the whole landing page can be walked with the keyboard', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(heroForm(page).getByLabel('Work email')).toBeFocused();
  const seen = new Set<string>();
  for (let step = 0; step < 120; step += 1) {
    await page.keyboard.press('Tab');
    const where = await page.evaluate<string>(
      `(() => { const e = document.activeElement; const style = getComputedStyle(e); return e === document.body ? '' : e.tagName + ' ' + (e.getAttribute('aria-label') ?? e.textContent ?? '').trim().slice(0, 40) + (style.outlineStyle === 'none' && style.boxShadow === 'none' ? ' NO FOCUS RING' : ''); })()`,
    );
    if (where === '') break;
    seen.add(where);
  }
  expect([...seen].filter((where) => where.endsWith('NO FOCUS RING'))).toEqual([]);
  expect(seen.size).toBeGreaterThan(30);
});
