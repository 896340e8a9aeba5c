import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { PAGE_PROBLEMS } from '#contract/brain/page-problems.ts';
import { findSourceEvent } from '#db/queries/automations/automation-events.ts';
import { listPastSources } from '#db/queries/automations/past-events.ts';
import { findPagesInOtherSources } from '#db/queries/brain/source-pages.ts';
import { BIG_HOST, BIG_KILN } from '#sandbox/website/big-kiln.ts';
import { sitemap } from '#sandbox/website/fern-and-kiln.ts';
import { knowingModel } from '#tests/support/brain/brain.ts';
import { passagesOf, sourceOf } from '#tests/support/brain/sources.ts';
import type { Person } from '#tests/support/chat.ts';
import { aPdf, linesOfText } from '#tests/support/documents/pdf.ts';
import { readSources } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { sitePages, startPretendWeb } from '#tests/support/web/pretend-web.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
let maya: Person;
let site: Awaited<ReturnType<typeof startPretendWeb>>;
afterEach(async () => {
  await app.container.jobs.idle();
  await site[Symbol.asyncDispose]();
});
async function begin(answer: RequestListener, standIns = new Map<string, URL>()) {
  site = await startPretendWeb(answer, { standIns });
  app = await createTestApp({ web: site.web });
  maya = await aPerson(app, { plan: 'starter' });
  knowingModel(app);
  return site;
}
const add = (address: string, isSite = false) =>
  maya.api.brain.sources.addPage.mutate({ id: randomUUID(), address, isSite });
const addAndRead = async (address: string, isSite = false) => {
  const { id } = await add(address, isSite);
  await readSources(app);
  return sourceOf(maya, id);
};
const readAgain = async (sourceId: string) => {
  await maya.api.brain.sources.retry.mutate({ sourceId });
  await readSources(app);
};
const page = (text: string, head = '') => `<head><title>Shop</title>${head}</head><p>${text}, and more about it.</p>`;

describe('a website that asks us to slow down', () => {
  test('is read again at the time it names, and says when that is', async () => {
    let isBusy = true;
    await begin((request, response) =>
      isBusy && request.url === '/prices'
        ? void response.writeHead(429, { 'retry-after': '600' }).end()
        : sitePages({ '/prices': page('The mug costs $12') })(request, response),
    );
    const source = await addAndRead('shop.example.com/prices');
    const dueAt = new Date((await app.clock.now()).getTime() + 10 * MINUTE_MS).toISOString();
    expect(source).toMatchObject({ state: 'waiting', problem: null, waitsFor: 'website', waitsUntil: dueAt });
    isBusy = false;
    app.clock.advance(10 * MINUTE_MS - 1);
    await readSources(app);
    expect(await sourceOf(maya, source.id)).toMatchObject({ state: 'waiting' });
    app.clock.advance(1);
    await readSources(app);
    expect(await sourceOf(maya, source.id)).toMatchObject({ state: 'ready', problem: null, waitsFor: null });
  });

  test('is asked less and less often, at least a minute and at most a day apart, and not forever', async () => {
    let retryAfter: string | undefined = '1';
    let asked = 0;
    await begin((request, response) => {
      if (request.url !== '/robots.txt') asked += 1;
      response.writeHead(429, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
    });
    const { id } = await addAndRead('shop.example.com/prices');
    const waits: number[] = [];
    for (const next of ['9999999', '1', undefined, undefined, undefined, undefined]) {
      const { waitsUntil } = await sourceOf(maya, id);
      const wait = new Date(waitsUntil ?? 0).getTime() - (await app.clock.now()).getTime();
      waits.push(wait / MINUTE_MS);
      retryAfter = next;
      app.clock.advance(wait);
      await readSources(app);
    }
    expect(waits).toEqual([1, 24 * 60, 4, 120, 240, 480]);
    expect(asked).toBe(0);
    expect(await sourceOf(maya, id)).toMatchObject({ state: 'failed', problem: PAGE_PROBLEMS.slow_down });
  });

  test('in the middle of a site keeps what was read, and the rest is read later', async () => {
    let isBusy = true;
    const pages = Object.fromEntries([1, 2, 3].map((index) => [`/p/${index}`, page(`Piece ${index} costs $${index}`)]));
    const links = Object.keys(pages).map((path) => `<a href="${path}">x</a>`);
    const served: Record<string, string> = { '/': page(`Home${links.join('')}`), ...pages };
    const web = await begin((request, response) =>
      isBusy && request.url === '/p/3'
        ? void response.writeHead(429, { 'retry-after': '3600' }).end()
        : sitePages(served)(request, response),
    );
    const source = await addAndRead('shop.example.com', true);
    expect(source).toMatchObject({ state: 'waiting', waitsFor: 'website', count: 3, sitePages: 4 });
    expect(await passagesOf(maya, source.id)).toHaveLength(3);
    // Automations are notified after the first reading, and use it in test runs.
    const event = { userId: maya.userId, sourceId: source.id, characters: 1_000 };
    expect(await findSourceEvent(app.db, event)).toMatchObject({ name: 'shop.example.com' });
    expect(await listPastSources(app.db, maya.userId, 5)).toHaveLength(1);
    isBusy = false;
    const before = web.requests.length;
    app.clock.advance(60 * MINUTE_MS);
    await readSources(app);
    expect(await sourceOf(maya, source.id)).toMatchObject({ state: 'ready', problem: null, count: 4 });
    expect(new Set((await passagesOf(maya, source.id)).map(({ url }) => url)).size).toBe(4);
    const asked = web.requests.slice(before).map(({ path }) => path);
    expect(asked.filter((path) => path.startsWith('/p/'))).toEqual(['/p/3']);
  });

  test('a website that asks us to slow down at the last page of a known site loses no page', async () => {
    let isBusy = false;
    await begin((request, response) =>
      isBusy && request.url === '/b'
        ? void response.writeHead(429, { 'retry-after': '3600' }).end()
        : sitePages({
            '/': page('Home<a href="/a">x</a><a href="/b">x</a>'),
            '/a': page('The mug costs $12'),
            '/b': page('The bowl costs $30'),
          })(request, response),
    );
    const { id } = await addAndRead('shop.example.com', true);
    const before = await passagesOf(maya, id);
    isBusy = true;
    await readAgain(id);
    expect(await sourceOf(maya, id)).toMatchObject({ state: 'waiting', waitsFor: 'website', count: 3 });
    const after = await passagesOf(maya, id);
    expect(new Set(after.map(({ url }) => url))).toEqual(new Set(before.map(({ url }) => url)));
  });

  test('in the middle of a site without a sitemap doesn’t hide the pages that a page it has read links to', async () => {
    let isBusy = true;
    await begin((request, response) =>
      isBusy && request.url === '/x'
        ? void response.writeHead(429, { 'retry-after': '3600' }).end()
        : sitePages({
            '/': page('Home<a href="/cat">x</a>'),
            '/cat': page('Our pieces<a href="/x">x</a><a href="/y">x</a><a href="/z">x</a>'),
            '/x': page('The mug costs $12'),
            '/y': page('The bowl costs $30'),
            '/z': page('The vase costs $90'),
          })(request, response),
    );
    const { id } = await addAndRead('shop.example.com', true);
    isBusy = false;
    app.clock.advance(60 * MINUTE_MS);
    await readSources(app);
    expect(await sourceOf(maya, id)).toMatchObject({ state: 'ready', count: 5, sitePages: 5 });
  });

  test('a website that asks us to slow down too often shows the problem, and the pages read so far stay', async () => {
    await begin((request, response) =>
      request.url === '/a'
        ? void response.writeHead(429, { 'retry-after': '3600' }).end()
        : sitePages({ '/': page('Home<a href="/a">x</a>') })(request, response),
    );
    const { id } = await addAndRead('shop.example.com', true);
    for (let time = 0; time < 6; time += 1) {
      app.clock.advance(60 * MINUTE_MS);
      await readSources(app);
    }
    expect(await sourceOf(maya, id)).toMatchObject({ state: 'ready', count: 1, problem: PAGE_PROBLEMS.slow_down });
  });
});

describe('the same page', () => {
  const SHOP = {
    '/': page('Home<a href="/mugs">x</a><a href="/about">x</a>'),
    '/mugs': page('The mug costs $12'),
    '/about': page('We are two potters'),
    '/print/mugs': page('The mug costs $12', '<link rel="canonical" href="https://www.shop.example.com/mugs">'),
    '/all': page('The mug costs $12', '<link rel="canonical" href="/">'),
  };
  const serves: RequestListener = (request, response) =>
    request.url === '/old-mugs'
      ? void response.writeHead(301, { location: '/mugs?utm_source=old' }).end()
      : sitePages(SHOP)(request, response);

  test('added again, however its address is written, is the source that is there', async () => {
    await begin(serves);
    const { id } = await addAndRead('shop.example.com/mugs');
    for (const address of [
      'https://shop.example.com/mugs/',
      'http://www.shop.example.com/mugs?utm_source=mail#top',
      'shop.example.com/mugs',
    ])
      expect(await add(address)).toMatchObject({ id });
    expect((await maya.api.brain.sources.list.query()).sources).toHaveLength(1);
  });

  test('reached by a redirect or its canonical address is reported as a duplicate and adds no passages', async () => {
    await begin(serves);
    const { id } = await addAndRead('shop.example.com/mugs');
    for (const path of ['/old-mugs', '/print/mugs'])
      expect(await addAndRead(`shop.example.com${path}`)).toMatchObject({
        state: 'failed',
        problem: 'You already have this page.',
        sameAs: id,
      });
    // Some sites call all of their pages the start page.
    expect(await addAndRead('shop.example.com/all')).toMatchObject({ state: 'ready', sameAs: null });
    expect(await app.db.selectFrom('passages').select('id').execute()).toHaveLength(2);
  });

  test('that is a PDF is read once, whichever address leads to it, and again when asked to', async () => {
    await begin((request, response) => {
      if (request.url === '/old-menu') return void response.writeHead(301, { location: '/menu.pdf' }).end();
      if (request.url !== '/menu.pdf') return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'application/pdf' });
      response.end(aPdf([linesOfText(['The rye loaf costs $9.'])]));
    });
    const { id } = await addAndRead('shop.example.com/menu.pdf');
    expect(await addAndRead('shop.example.com/old-menu')).toMatchObject({ state: 'failed', sameAs: id });
    await readAgain(id);
    expect(await sourceOf(maya, id)).toMatchObject({ state: 'ready', problem: null });
    expect(await passagesOf(maya, id)).toMatchObject([{ text: 'The rye loaf costs $9.' }]);
  });

  test('that another source had until it was removed can be read again', async () => {
    await begin(serves);
    const { id } = await addAndRead('shop.example.com/mugs');
    const moved = await addAndRead('shop.example.com/old-mugs');
    expect(moved).toMatchObject({ sameAs: id });
    await maya.api.brain.sources.remove.mutate({ sourceId: id });
    expect(await sourceOf(maya, moved.id)).toMatchObject({ state: 'failed', sameAs: null });
    await readAgain(moved.id);
    expect(await sourceOf(maya, moved.id)).toMatchObject({ state: 'ready', problem: null });
  });

  test('a known page that now redirects to another known page is reported as its duplicate', async () => {
    let isMoved = false;
    await begin((request, response) =>
      isMoved && request.url === '/about'
        ? void response.writeHead(301, { location: '/mugs' }).end()
        : serves(request, response),
    );
    const { id } = await addAndRead('shop.example.com/mugs');
    const about = await addAndRead('shop.example.com/about');
    isMoved = true;
    await readAgain(about.id);
    expect(await sourceOf(maya, about.id)).toMatchObject({
      state: 'ready',
      problem: 'You already have this page.',
      sameAs: id,
    });
  });

  test('in a source over the plan’s storage doesn’t count', async () => {
    await begin(serves);
    const { id } = await addAndRead('shop.example.com/mugs');
    await app.db.updateTable('sources').set({ bytes: 10_000_000_000 }).where('id', '=', id).execute();
    await app.db
      .updateTable('sources')
      .set({ used_from: await app.clock.now() })
      .where('id', '=', id)
      .execute();
    const others = { keys: ['shop.example.com/mugs'], except: null };
    expect(await findPagesInOtherSources(app.db, maya.userId, { ...others, limitBytes: 1_000 })).toEqual([]);
    const limitBytes = 20_000_000_000;
    expect(await findPagesInOtherSources(app.db, maya.userId, { ...others, limitBytes })).toHaveLength(1);
  });

  test('a page is in the Brain only once: adding it returns its site, and a site added later is read without it', async () => {
    await begin(serves);
    const whole = await addAndRead('shop.example.com', true);
    expect(whole).toMatchObject({ count: 3 });
    expect(await add('shop.example.com/mugs')).toMatchObject({ id: whole.id });
    expect(await add('https://shop.example.com/', true)).toMatchObject({ id: whole.id });
    await maya.api.brain.sources.remove.mutate({ sourceId: whole.id });
    const mugs = await addAndRead('shop.example.com/mugs');
    const again = await addAndRead('shop.example.com', true);
    expect(again).toMatchObject({ state: 'ready', count: 2, sitePages: 3 });
    expect((await passagesOf(maya, again.id)).map(({ url }) => url)).not.toContain(mugs.url);
  });
});

describe('a site with more pages than are read', () => {
  const pages = {
    ...BIG_KILN,
    '/sitemap.xml': { type: 'application/xml', body: sitemap(`https://${BIG_HOST}`, BIG_KILN) },
  };
  async function beginBig() {
    const standIns = new Map<string, URL>();
    await begin(sitePages(pages), standIns);
    standIns.set(BIG_HOST, new URL(site.url));
  }
  const at = (path: string) => `https://${BIG_HOST}${path}`;

  test('says how many it has, and its owner chooses which are read within the bound', async () => {
    await beginBig();
    const { id: sourceId, ...source } = await addAndRead(BIG_HOST, true);
    expect(source).toMatchObject({ count: 50, sitePages: 503 });
    const offered = await maya.api.brain.sources.sitePages.query({ sourceId });
    expect(offered).toMatchObject({ startPage: at('/'), count: 502, max: 49, isChosen: false });
    expect(offered.pages).toHaveLength(502);
    expect(offered.pages.filter(({ isRead }) => isRead)).toHaveLength(49);
    const chosen = [at('/mugs/no-150'), at('/journal/2024/note-81')];
    await maya.api.brain.sources.choosePages.mutate({ sourceId, pages: chosen });
    await readSources(app);
    expect(await sourceOf(maya, sourceId)).toMatchObject({ state: 'ready', count: 3, sitePages: 503 });
    const read = new Set((await passagesOf(maya, sourceId)).map(({ url }) => url));
    expect(read).toEqual(new Set([at('/'), ...chosen]));
    const after = await maya.api.brain.sources.sitePages.query({ sourceId });
    expect(after).toMatchObject({ isChosen: true, count: 502 });
    expect(
      after.pages
        .filter(({ isChosen }) => isChosen)
        .map(({ url }) => url)
        .toSorted(),
    ).toEqual(chosen.toSorted());
    await maya.api.brain.sources.choosePages.mutate({ sourceId, pages: null });
    await readSources(app);
    expect(await sourceOf(maya, sourceId)).toMatchObject({ count: 50 });
  });

  test('keeps its list when few of its pages lead to the others, and a chosen page that fails for a day', async () => {
    let isBroken = false;
    await begin((request, response) => {
      if (request.url === '/old-x')
        return void (isBroken ? response.writeHead(500) : response.writeHead(301, { location: '/x' })).end();
      if (isBroken && request.url === '/x') return void response.writeHead(500).end();
      return sitePages({
        '/': page('Home<a href="/cat">x</a>'),
        '/cat': page('Our pieces<a href="/old-x">x</a><a href="/y">x</a>'),
        '/x': page('The mug costs $12'),
        '/y': page('The bowl costs $30'),
      })(request, response);
    });
    const { id } = await addAndRead('shop.example.com', true);
    expect(await sourceOf(maya, id)).toMatchObject({ count: 4, sitePages: 4, hasChosenPages: false });
    const chosen = ['https://shop.example.com/old-x'];
    await maya.api.brain.sources.choosePages.mutate({ sourceId: id, pages: chosen });
    await readSources(app);
    expect(await sourceOf(maya, id)).toMatchObject({ count: 2, sitePages: 4, hasChosenPages: true });
    isBroken = true;
    await readAgain(id);
    expect(await sourceOf(maya, id)).toMatchObject({ count: 2, sitePages: 4 });
    const read = (await passagesOf(maya, id)).map(({ url }) => url);
    expect(new Set(read)).toEqual(new Set(['https://shop.example.com/', 'https://shop.example.com/x']));
  });

  test('offers only its own pages, at most 49 besides the start page, to its owner alone', async () => {
    await beginBig();
    const { id: sourceId } = await addAndRead(BIG_HOST, true);
    const choose = (chosen: string[], person = maya) =>
      refusal(person.api.brain.sources.choosePages.mutate({ sourceId, pages: chosen }));
    expect(await choose(['https://other.example/'])).toBe('INVALID_INPUT');
    expect(await choose(['nothing'])).toBe('INVALID_INPUT');
    const fifty = Array.from({ length: 50 }, (_, index) => at(`/mugs/no-${index + 1}`));
    expect(await choose(fifty)).toBe('INVALID_INPUT');
    const noah = await aPerson(app, { plan: 'starter' });
    expect(await choose([], noah)).toBe('NOT_FOUND');
    expect(await refusal(noah.api.brain.sources.sitePages.query({ sourceId }))).toBe('NOT_FOUND');
    const single = await addAndRead(`${BIG_HOST}/wholesale-terms`);
    expect(await refusal(maya.api.brain.sources.sitePages.query({ sourceId: single.id }))).toBe('NOT_FOUND');
  });
});

test.each(['rosa@big.example', 'mailto:rosa@big.example', 'big'])(
  'the server adds no source for %s either',
  async (address) => {
    await begin(sitePages({}));
    expect(await refusal(add(address))).toBe('INVALID_INPUT');
    expect((await maya.api.brain.sources.list.query()).sources).toEqual([]);
  },
);
