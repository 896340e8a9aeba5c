import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReaderHere, problemOf } from '#tests/support/web/pretend-web.ts';
import { createWebGateway, WEB_LIMITS, type WebGateway } from '#server/gateways/web/web.ts';
import { createLog } from '#server/lib/log.ts';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import { WEBSITE_FAULTS } from './website-faults.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
let sandbox: Sandbox;
let web: WebGateway;
const site = { ...WEB_LIMITS.site, pauseMs: 0 };
const reader = (totalMs: number) =>
  createWebGateway(
    { publicUrl: 'https://tenfold.example', standIns: sandbox.websites },
    {
      resolve: async () => [],
      openReader: openReaderHere,
      limits: { ...WEB_LIMITS, totalMs, site },
    },
  );

beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, dataDir, log: createLog('silent'), pace: 'instant' });
  web = reader(WEB_LIMITS.totalMs);
});
afterAll(() => sandbox.close());

test('the pottery shop is read as any small website, without what its robots.txt excludes', async () => {
  const reading = await web.readSite('fernandkiln.example');
  expect(reading.pages.map(({ url, title }) => [new URL(url).pathname, title])).toEqual([
    ['/', 'Handmade pottery | Fern & Kiln'],
    ['/about', 'About | Fern & Kiln'],
    ['/shop', 'Shop | Fern & Kiln'],
    ['/shipping', 'Shipping | Fern & Kiln'],
    ['/returns', 'Returns | Fern & Kiln'],
    ['/visit-us', 'Visit us | Fern & Kiln'],
  ]);
  expect(reading.failed).toEqual([{ url: 'https://fernandkiln.example/wholesale', problem: 'refused_by_robots' }]);
  const [home, , shop] = reading.pages;
  expect(home?.sections.map(({ text }) => text).join('\n')).toContain('is an invented business');
  expect(shop?.sections).toContainEqual({
    path: ['Shop', 'Mugs'],
    anchor: 'mugs',
    text: 'Piece: Fern mug, small | Holds: 8 oz | Price: $24\nPiece: Fern mug, large | Holds: 14 oz | Price: $32\nPiece: Espresso cup | Holds: 3 oz | Price: $18',
  });
  expect(JSON.stringify(reading)).not.toMatch(/cookie|Accept/);
});

test('a second reading finds nothing new', async () => {
  const { pages } = await web.readSite('https://fernandkiln.example/');
  const known = new Map(pages.map(({ url, version }) => [url, version]));
  const again = await web.readSite('https://fernandkiln.example/', { known });
  expect(again.unchanged).toHaveLength(pages.length - 1);
});

test.each([
  ['/sandbox/inside', 'not_public'],
  ['/sandbox/circle', 'too_many_redirects'],
  ['/sandbox/moved-inside', 'not_public'],
  ['/sandbox/gone', 'not_found'],
  ['/sandbox/busy', 'slow_down'],
  ['/sandbox/members', 'sign_in_required'],
  ['/sandbox/forbidden', 'refused_by_site'],
  ['/sandbox/broken', 'site_error'],
  ['/sandbox/picture', 'wrong_type'],
  ['/sandbox/app', 'needs_javascript'],
  ['/sandbox/empty', 'empty'],
  ['/sandbox/endless', 'too_large'],
  ['/sandbox/nowhere', 'not_found'],
])('%s provokes %s', async (path, problem) => {
  expect(await problemOf(web.readPage(`https://fernandkiln.example${path}`))).toBe(problem);
});

test.each(['/sandbox/old-shop', '/sandbox/moved'])('%s leads to the shop', async (path) => {
  expect(await web.readPage(`https://fernandkiln.example${path}`)).toMatchObject({
    kind: 'page',
    url: 'https://fernandkiln.example/shop',
  });
});

test('the pottery wholesaler’s website has more pages than we read from one site', async () => {
  const { pages, listed } = await web.readSite('bigkiln.example');
  expect([pages.length, listed.count]).toEqual([50, 503]);
});

test('/sandbox/silent provokes too_slow', async () => {
  expect(await problemOf(reader(50).readPage('https://fernandkiln.example/sandbox/silent'))).toBe('too_slow');
});

test('every failure is tested above and named on the overview', async () => {
  const overview = await (await fetch(sandbox.url)).text();
  for (const path of Object.keys(WEBSITE_FAULTS)) expect(overview).toContain(path);
  expect(Object.keys(WEBSITE_FAULTS)).toHaveLength(15);
});

test('people can look at the website in the sandbox', async () => {
  const response = await fetch(`${sandbox.url}/website/shop`);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await response.text()).toContain('<a href="shipping">Shipping</a>');
  expect((await fetch(`${sandbox.url}/website/nowhere`)).status).toBe(404);
});

test('the sandbox itself stays out of reach', async () => {
  expect(await problemOf(web.readPage(sandbox.url))).toBe('invalid_address');
  expect(await problemOf(web.readPage('http://127.0.0.1/'))).toBe('not_public');
  expect(await problemOf(web.readPage('https://other.example/'))).toBe('not_public');
});
