import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ASSISTANTS } from '#contract/chat/assistants.ts';
import { ICON_FILES, PAGE_COLOR } from '#contract/site/icons.ts';
import { PLANS, TRIAL_DAYS } from '#contract/billing/plans.ts';
import { PUBLIC_PAGES } from '#contract/site/public-pages.ts';
import { projectRoot } from '#tests/architecture/source-files.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { wellFormedXml } from '#tests/support/well-formed-xml.ts';
import { llmsTxt } from './llms-txt.ts';
import { sitemap } from './sitemap.ts';
import { webManifest } from './web-manifest.ts';

const SITE = 'https://tenfold.example';
const articles = [
  { slug: 'first', title: 'First', excerpt: 'One.', publishedAt: '2026-10-01' },
  { slug: 'second', title: 'Second [again]', excerpt: 'Two.', publishedAt: '2026-11-02T08:00:00.000Z' },
];
const DAY = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ environment: { PUBLIC_URL: SITE } });
});
const get = async (path: string, headers: Record<string, string> = {}) =>
  app.app.request(`${SITE}${path}`, { headers });

/** `_site/blog.$slug.tsx` is `/blog/$slug`; the parts that appear in no address, `_site` and `index`, are dropped. */
function addressOf(file: string): string {
  const parts = file.replace(/\.tsx$/, '').split(/_?[./]/);
  return `/${parts.filter((part) => part !== 'index' && !part.startsWith('_')).join('/')}`;
}

/** Pages of the public site that search engines may list, taken from the routes themselves. */
function listedRoutes(): string[] {
  const folder = join(projectRoot, 'src/routes/_site');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.tsx') && !file.includes('$'))
    .filter((file) => !/privateHead|noindex'/.test(readFileSync(join(folder, file), 'utf8')))
    .map(addressOf);
}

describe('the sitemap', () => {
  const locations = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address ?? '');

  test('is well-formed and lists each public page and each article once', () => {
    const xml = sitemap(SITE, articles);
    expect(wellFormedXml(xml)).toBe(true);
    const wanted = [...PUBLIC_PAGES.map(({ path }) => path), '/blog/first', '/blog/second'];
    expect(locations(xml).toSorted()).toEqual(wanted.map((path) => SITE + path).toSorted());
  });

  test('SITE-5: has the fixed priorities', () => {
    const xml = sitemap(SITE, articles);
    const entries = [...xml.matchAll(/<url>(.*?)<\/url>/gs)].map(([, entry]) => (entry ?? '').replaceAll(/\s+/g, ''));
    for (const [path, changes, priority] of [
      ['/', 'daily', '1.0'],
      ['/blog', 'weekly', '0.8'],
      ['/dashboard', 'weekly', '0.7'],
      ['/auth', 'monthly', '0.6'],
    ])
      expect(entries).toContain(
        `<loc>${SITE}${path}</loc><changefreq>${changes}</changefreq><priority>${priority}</priority>`,
      );
    expect(entries).toContain(
      `<loc>${SITE}/blog/second</loc><lastmod>2026-11-02</lastmod><changefreq>monthly</changefreq><priority>0.7</priority>`,
    );
  });

  test('lists the pages that exist', () => {
    const listed = PUBLIC_PAGES.map(({ path }) => path);
    // The two pages outside the public site's own layout (SITE-5).
    expect(listed.toSorted()).toEqual([...new Set([...listedRoutes(), '/dashboard', '/auth'])].toSorted());
  });

  test('escapes titles and addresses', () => {
    const xml = sitemap(SITE, [{ slug: `a&b<c>'"`, title: '', excerpt: '', publishedAt: '2026-01-01' }]);
    expect(wellFormedXml(xml)).toBe(true);
  });
});

test('robots.txt forbids nothing that the sitemap lists', async () => {
  const text = await (await get('/robots.txt')).text();
  expect(text).toContain('User-agent: *\nAllow: /\n');
  expect(text).toContain(`Sitemap: ${SITE}/sitemap.xml`);
  const forbidden = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path ?? '');
  expect(forbidden).toEqual(expect.arrayContaining(['/trpc', '/auth/v1', '/account', '/newsletter']));
  for (const { path } of PUBLIC_PAGES) expect(forbidden.filter((start) => path.startsWith(start))).toEqual([]);
});

test('security.txt expires half a year after it was served', async () => {
  const expiry = async () => {
    const text = await (await get('/.well-known/security.txt')).text();
    expect(text).toContain('Contact: mailto:support@tenfold.example\n');
    expect(text).toContain(`Contact: ${SITE}/contact?topic=security\n`);
    expect(text).toContain(`Canonical: ${SITE}/.well-known/security.txt\n`);
    expect(text).toContain(`Policy: ${SITE}/security\n`);
    return Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
  };
  const first = await expiry();
  expect(first - app.clock.current().getTime()).toBeGreaterThan(90 * DAY);
  expect(first - app.clock.current().getTime()).toBeLessThan(365 * DAY);
  app.clock.advance(30 * DAY);
  expect((await expiry()) - first).toBe(30 * DAY);
});

describe('llms.txt', () => {
  const text = llmsTxt(SITE, articles);

  test('has the shape of llmstxt.org', () => {
    const lines = text.split('\n');
    expect(lines[0]).toBe('# Tenfold');
    expect(lines[2]).toMatch(/^> \S/);
    expect(lines.filter((line) => line.startsWith('# '))).toHaveLength(1);
    const sections = text.split(/^## /m).slice(1);
    expect(sections.map((section) => section.split('\n')[0])).toEqual([
      'Teammates',
      'Plans',
      'Pages',
      'Articles',
      'Optional',
    ]);
    for (const section of sections)
      for (const line of section.split('\n').slice(1).filter(Boolean))
        expect(line).toMatch(/^- \[[^[\]]+\]\(https:\/\/tenfold\.example\/[^\s)]*\)(?:: .+)?$/);
  });

  test('states the prices and roles of the catalog', () => {
    for (const { name, role } of ASSISTANTS) expect(text).toContain(`[${name}](${SITE}/#ai-team): ${role}`);
    for (const { name, monthlyUsd, annualPerMonthUsd } of PLANS)
      expect(text).toMatch(
        new RegExp(
          `\\[${name}\\].*\\$${monthlyUsd} a month.*\\$${12 * annualPerMonthUsd} a year \\(\\$${annualPerMonthUsd} a month\\)`,
        ),
      );
    expect(text).toContain(`${TRIAL_DAYS} days, needs no card`);
    expect(text).toContain('2,500 messages a month');
  });

  test('has no section for articles if there are none', () => {
    expect(llmsTxt(SITE, [])).not.toContain('## Articles');
  });
});

test('the manifest lists icons that the build creates', () => {
  const { icons, theme_color: color } = webManifest();
  for (const { src } of icons) expect(ICON_FILES.map((file) => `/${file}`)).toContain(src);
  expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  const tokens = readFileSync(join(projectRoot, 'src/ui/styles/base/tokens.css'), 'utf8').toUpperCase();
  expect(color).toBe(PAGE_COLOR.light);
  for (const known of Object.values(PAGE_COLOR)) expect(tokens).toContain(`--SURFACE-PAGE: ${known}`);
});

describe.each([
  ['/sitemap.xml', 'application/xml; charset=utf-8'],
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/llms.txt', 'text/plain; charset=utf-8'],
  ['/.well-known/security.txt', 'text/plain; charset=utf-8'],
  ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8'],
])('%s', (path, type) => {
  test('has its content type and cache lifetime', async () => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
    expect((await response.text()).length).toBeGreaterThan(50);
  });

  test('is not sent again to a browser that has it cached', async () => {
    const etag = (await get(path)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/".+"$/);
    const again = await get(path, { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });
});
