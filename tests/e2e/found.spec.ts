import { expect, test } from './support.ts';

test('the status page tells how things are', async ({ page, looksRight }) => {
  await page.goto('/status');
  await expect(page.getByRole('heading', { level: 1, name: 'Everything works.' })).toBeVisible();
  for (const name of ['Website', 'Assistants', 'Mail', 'Payments']) {
    const part = page.getByRole('region', { name });
    await expect(part.getByText('Works')).toBeVisible();
    await expect(
      // Two, when midnight passes while the tests run.
      part.getByRole('img', { name: /^[12] of the last 90 days were looked at: no failed check\.$/ }),
    ).toBeVisible();
    await expect(part.getByText('100%').first()).toBeVisible();
  }
  await looksRight('status');
});

test('the status page needs no JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/status');
  await expect(page.getByRole('heading', { level: 1, name: 'Everything works.' })).toBeVisible();
  await page.getByRole('link', { name: 'Look again' }).click();
  await expect(page.getByRole('region', { name: 'Mail' })).toBeVisible();
  await context.close();
});

test('the pictures and icons that a page names are there', async ({ page }) => {
  await page.goto('/');
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
  const links = await page.locator('link[rel$=icon], link[rel=manifest]').all();
  const icons = await Promise.all(links.map((link) => link.getAttribute('href')));
  expect(icons).toHaveLength(4);
  const manifest: { icons: { src: string }[] } = await (await page.request.get('/manifest.webmanifest')).json();
  for (const address of [picture, ...icons, ...manifest.icons.map(({ src }) => src)]) {
    const answer = await page.request.get(address ?? 'nowhere');
    expect([address, answer.status()]).toEqual([address, 200]);
    expect(answer.headers()['cache-control']).toContain('public');
  }
});
