import type { Page } from '@playwright/test';
import { expect, holdApp, test } from './support.ts';

const WELCOME = 'How to write a welcome email people answer';
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search articles' });
const found = (page: Page) => page.getByRole('region', { name: /^(?:All Articles|Articles found)$/ });
const phone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;
const chip = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Tags' }).getByRole('link', { name, exact: true });

test('the list is searched as you type, and the URL keeps the search @phone', async ({ page, looksRight }) => {
  await page.goto('/');
  await page.goto('/blog');
  await expect(page.getByRole('heading', { name: 'Featured Articles' })).toBeVisible();
  await expect(found(page).getByRole('status')).toHaveText(/^\d+ articles$/);
  await expect(page.getByText('+2 more').first()).toBeVisible();
  // On a phone the tags are one row that scrolls sideways.
  if (phone(page)) {
    const tags = page.getByRole('navigation', { name: 'Tags' });
    await expect.poll(async () => (await tags.boundingBox())?.height).toBeLessThan(60);
  }
  await looksRight('blog');

  await field(page).pressSequentially('RANKing');
  await expect(page).toHaveURL('/blog?q=RANKing');
  await expect(found(page).getByRole('status')).toHaveText('1 article');
  await expect(page.getByRole('heading', { name: 'Featured Articles' })).toBeHidden();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, follow');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/blog$/);

  await field(page).fill('no such words');
  await expect(page.getByText('No articles found')).toBeVisible();
  await looksRight('blog without results');
  await page.getByRole('link', { name: 'Show all articles' }).click();
  await expect(page).toHaveURL('/blog');
  await expect(field(page)).toHaveValue('');

  await page.goBack();
  await expect(field(page)).toHaveValue('no such words');
  // Typing added no history entries: the previous page is the landing page.
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('a tag keeps the search, and both survive a reload', async ({ page }) => {
  await page.goto('/blog?q=email');
  await chip(page, 'Freelancers').click();
  await expect(page).toHaveURL('/blog?q=email&tag=Freelancers');
  await page.reload();
  await expect(field(page)).toHaveValue('email');
  await expect(chip(page, 'Freelancers')).toHaveAttribute('aria-current', 'page');
  await expect(found(page).getByRole('listitem')).toHaveCount(1);
  await chip(page, 'All Articles').click();
  await expect(page).toHaveURL('/blog?q=email');
});

test('campaign parameters stay in the URL and change nothing', async ({ page }) => {
  const answer = await page.goto('/blog?utm_source=mail');
  expect(answer?.headers()['etag'], 'from the cache').toBeDefined();
  await expect(chip(page, 'All Articles')).toHaveAttribute('aria-current', 'page');
  await field(page).fill('email');
  await expect(page).toHaveURL('/blog?utm_source=mail&q=email');
  await expect(chip(page, 'All Articles')).toHaveAttribute('aria-current', 'page');
});

test('an article is read, shared, and followed by the next one @phone', async ({ page, context, looksRight }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/blog');
  await page.getByRole('link', { name: WELCOME }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: WELCOME })).toBeVisible();
  await expect(page.getByText('November 14, 2026').first()).toBeVisible();
  await expect(page.getByText('Emmie, Email Marketing Expert')).toBeVisible();
  await looksRight('article');

  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied!')).toBeVisible();
  const address = new URL('/blog/welcome-email-people-answer', page.url()).href;
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address);
  const encoded = encodeURIComponent(address);
  await expect(page.getByRole('link', { name: /^Share on X/ })).toHaveAttribute('href', new RegExp(`url=${encoded}`));
  await expect(page.getByRole('link', { name: /^Share on LinkedIn/ })).toHaveAttribute(
    'href',
    new RegExp(`url=${encoded}`),
  );

  await page.getByRole('region', { name: 'Read next' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(WELCOME);
  await page.getByRole('list', { name: 'Tags' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/blog\?tag=/);
});

test('a link is copied even if the click comes before the app has loaded', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const letThrough = await holdApp(page);
  await page.goto('/blog/ranking-locally');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.locator('[data-held]')).toHaveCount(1);
  letThrough();
  await expect(page.getByText('Link copied!')).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(new URL('/blog/ranking-locally', page.url()).href);
});

test('an unknown article leads to the list', async ({ page }) => {
  await page.goto('/blog/nothing-here');
  await expect(page).toHaveURL('/blog');
});

test('an article ends with a link to the trial', async ({ page }) => {
  await page.goto('/blog/ranking-locally');
  const call = page.getByRole('region', { name: 'Plan your next page with Seomi' });
  await expect(call.getByRole('link', { name: 'See pricing' })).toHaveAttribute('href', '/#pricing');
  const start = call.getByRole('link', { name: 'Start free trial' });
  await expect(start).toHaveAttribute('href', '/auth?tab=signup');
  await start.click();
  await expect(page.getByRole('dialog', { name: 'Where should we send your trial?' })).toBeVisible();
});

test('the blog needs no JavaScript', async ({ browser, viewport }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport });
  const page = await context.newPage();
  await page.goto('/blog?tag=Writing');
  await field(page).fill('quote');
  await field(page).press('Enter');
  await expect(page).toHaveURL('/blog?q=quote&tag=Writing');
  await expect(found(page).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('link', { name: 'Following up a quote without chasing' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeHidden();
  const folded = page.getByText('On this page').first();
  if (await folded.isVisible()) await folded.click();
  await page.getByRole('link', { name: 'Common mistakes' }).locator('visible=true').click();
  await expect(page).toHaveURL(/#common-mistakes$/);
  await context.close();
});
