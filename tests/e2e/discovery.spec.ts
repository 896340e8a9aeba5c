import { expect, test } from './support.ts';

test('the status page shows how every service is doing @phone', async ({ page, looksRight }) => {
  await page.goto('/status');
  await expect(page.getByRole('heading', { level: 1, name: 'Everything works.' })).toBeVisible();
  for (const name of ['Website', 'Assistants', 'Email', 'Payments']) {
    const part = page.getByRole('region', { name });
    await expect(part.getByText('Works')).toBeVisible();
    await expect(
      // There are two if midnight passes while the tests run.
      part.getByRole('img', { name: /^Checked on [12] of the last 90 days: no failed checks\.$/ }),
    ).toBeVisible();
    await expect(part.getByText(/^100% (so far today|in 2 days)$/)).toBeVisible();
  }
  await looksRight('status');
});

test('the status page needs no JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/status');
  await expect(page.getByRole('heading', { level: 1, name: 'Everything works.' })).toBeVisible();
  await page.getByRole('link', { name: 'Check again' }).click();
  await expect(page.getByRole('region', { name: 'Email' })).toBeVisible();
  await context.close();
});

test('the images and icons that a page links to exist', async ({ page }) => {
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
