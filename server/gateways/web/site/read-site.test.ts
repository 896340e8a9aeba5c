import { gzipSync } from 'node:zlib';
import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { openReaderHere, problemOf, sitePages, startPretendWeb } from '#tests/support/web/pretend-web.ts';
import { PageProblem } from '../page-problem.ts';
import type { OpenPageReader } from '../reading/page-reader.ts';
import type { Ask } from '../reading/requests.ts';
import { WEB_LIMITS } from '../web.ts';
import { SITE_LIMITS, type SiteProgress, type SiteReading } from './read-site.ts';

const START = 'https://fernandkiln.com/';
const page = (text: string, ...links: string[]) =>
  `<p>${text}, and more about it.</p>${links.map((link) => `<a href="${link}"></a>`).join('')}`;
const xml = (body: string) => ({ type: 'application/xml', body });
const urlset = (...addresses: string[]) =>
  xml(`<urlset>${addresses.map((one) => `<url><loc>${one}</loc></url>`).join('')}</urlset>`);
const robots = (...lines: string[]) => ({ type: 'text/plain', body: ['User-agent: *', ...lines].join('\n') });
const read = (reading: SiteReading) => reading.pages.map(({ url }) => new URL(url).pathname);

test('the pages of the sitemap are read, those that the start page links to first', async () => {
  await using web = await startPretendWeb(
    sitePages({
      '/': page('Home', '/shop/mugs', 'https://other.com/'),
      '/sitemap.xml': urlset(
        START,
        `${START}deep/er/page`,
        `${START}shop/mugs`,
        `${START}about`,
        'https://other.com/x',
        `${START}list.pdf`,
        `${START}cart`,
      ),
      '/shop/mugs': page('Mugs'),
      '/about': page('About', '/hidden'),
      '/deep/er/page': page('Deep'),
    }),
  );
  const progress: SiteProgress[] = [];
  const reading = await web.web.readSite('fernandkiln.com', { onProgress: (one) => progress.push(one) });
  expect(read(reading)).toEqual(['/', '/shop/mugs', '/about', '/deep/er/page']);
  expect(reading).toMatchObject({ failed: [], unchanged: [], hasMore: false });
  expect(progress).toEqual([1, 2, 3, 4].map((count) => ({ read: count, total: 4 })));
  expect(new Set(web.requests.map(({ host }) => host))).toEqual(new Set(['fernandkiln.com']));
});

test('without a sitemap the links lead from page to page, on the same host only', async () => {
  await using web = await startPretendWeb(
    sitePages({
      '/': page(
        'Home',
        'about',
        '//www.fernandkiln.com/shop',
        'https://blog.fernandkiln.com/',
        'http://127.0.0.1/',
        'ftp://fernandkiln.com/x',
        '/photo.JPG',
        'https://fernandkiln.com:8443/x',
      ),
      '/about': page('About', '/team', '/about?utm_source=x', '/about/#x', '/index.html'),
      '/team': page('Team'),
      '/shop': page('Shop'),
    }),
  );
  expect(read(await web.web.readSite(START)).toSorted()).toEqual(['/', '/about', '/shop', '/team']);
  expect(new Set(web.requests.map(({ host }) => host))).toEqual(new Set(['fernandkiln.com', 'www.fernandkiln.com']));
});

test('PAGE-5: of a sitemap with 10,000 entries, fifty pages are read, two at a time with pauses', async () => {
  let [active, most] = [0, 0];
  await using web = await startPretendWeb((request, response) => {
    if (request.url === '/sitemap.xml') {
      const { type, body } = urlset(...Array.from({ length: 10_000 }, (_, index) => `${START}p/${index}`));
      return void response.writeHead(200, { 'content-type': type }).end(body);
    }
    active += 1;
    most = Math.max(most, active);
    response.on('close', () => (active -= 1));
    setImmediate(() => response.writeHead(200, { 'content-type': 'text/html' }).end(page(`Page ${request.url}`)));
  });
  const reading = await web.web.readSite(START);
  expect(reading.pages).toHaveLength(50);
  expect(reading.hasMore).toBe(true);
  expect(web.requests).toHaveLength(52);
  expect(most).toBeLessThanOrEqual(2);
  expect(web.pauses).toEqual(Array.from({ length: 49 }, () => SITE_LIMITS.pauseMs));
});

test('a site that kills its reader twice isn’t read any further, and neither are its other pages', async () => {
  const openReader: OpenPageReader = (...args) => {
    const reader = openReaderHere(...args);
    const ask: Ask = async (kind, request) => {
      if ('url' in request && request.url.endsWith('/mugs')) throw new PageProblem('too_complex');
      return reader.ask(kind, request);
    };
    return { ...reader, ask };
  };
  const pages = { '/': page('Home', '/mugs', '/about'), '/mugs': page('Mugs'), '/about': page('About') };
  await using web = await startPretendWeb(sitePages(pages), { openReader });
  expect(await problemOf(web.web.readSite(START))).toBe('too_complex');
  expect(await problemOf(web.web.readPage(`${START}mugs`))).toBe('too_complex');
});

test('reading a site stops after 500 pages that its robots.txt forbids, or four million characters', async () => {
  const count = 600;
  const paths = Array.from({ length: count }, (_, index) => `/p/${index}`);
  const robotsFile = robots('Disallow: /p/');
  await using web = await startPretendWeb(
    sitePages({
      '/': page('Home'),
      '/robots.txt': robotsFile,
      '/sitemap.xml': urlset(...paths.map((path) => START + path.slice(1))),
    }),
  );
  expect(await web.web.readSite(START)).toMatchObject({ pages: [{ url: START }], hasMore: true });
  const long = Object.fromEntries(
    Array.from({ length: 8 }, (_, index) => [`/long/${index}`, page(`${index} ${'long '.repeat(180_000)}`)]),
  );
  await using wordy = await startPretendWeb(sitePages({ '/': page('Home', ...Object.keys(long)), ...long }));
  const reading = await wordy.web.readSite(START);
  expect(reading.hasMore).toBe(true);
  expect(reading.pages.length).toBeLessThan(8);
});

test('PAGE-4: a site’s robots.txt says what isn’t read, how fast, and where the sitemap is', async () => {
  await using web = await startPretendWeb(
    sitePages({
      '/robots.txt': robots('Disallow: /trade', 'Crawl-delay: 2', `Sitemap: ${START}maps/all.xml`),
      '/maps/all.xml': urlset(`${START}trade/prices`, `${START}about`),
      '/': page('Home'),
      '/about': page('About'),
      '/trade/prices': page('Half price'),
    }),
  );
  const reading = await web.web.readSite(START);
  expect(read(reading)).toEqual(['/', '/about']);
  expect(reading.failed).toEqual([{ url: `${START}trade/prices`, problem: 'refused_by_robots' }]);
  expect(web.paths()).not.toContain('/trade/prices');
  expect(web.pauses).toEqual([2_000]);
});

test('an index of sitemaps is read one level deep, packed or not', async () => {
  const index = (...addresses: string[]) =>
    xml(`<sitemapindex>${addresses.map((one) => `<sitemap><loc>${one}</loc></sitemap>`).join('')}</sitemapindex>`);
  await using web = await startPretendWeb(
    sitePages({
      '/': page('Home'),
      '/sitemap.xml': index(
        `${START}one.xml.gz`,
        `${START}nested.xml`,
        `${START}bomb.xml.gz`,
        'https://other.com/two.xml',
        `${START}missing.xml`,
      ),
      '/one.xml.gz': { type: 'application/gzip', body: gzipSync(urlset(`${START}about`).body) },
      '/nested.xml': index(`${START}sitemap.xml`, `${START}three.xml`),
      '/three.xml': urlset(`${START}never`),
      '/bomb.xml.gz': { type: 'application/gzip', body: gzipSync(Buffer.alloc(30_000_000)) },
      '/about': page('About'),
    }),
  );
  expect(read(await web.web.readSite(START))).toEqual(['/', '/about']);
  expect(web.paths()).not.toContain('/three.xml');
});

test.each([
  ['is a page that looks like one', { type: 'text/html', body: '<loc>https://fernandkiln.com/x</loc>' }],
  ['lists only other sites', urlset('https://other.com/')],
  ['lists only the start page', urlset(START)],
])('the links are followed if the sitemap %s', async (_what, sitemap) => {
  await using web = await startPretendWeb(
    sitePages({ '/': page('Home', '/about'), '/about': page('About'), '/sitemap.xml': sitemap }),
  );
  expect(read(await web.web.readSite(START))).toEqual(['/', '/about']);
});

test('a page counts once, whatever its address, and the footer only with the start page', async () => {
  const footer = '<footer><p>Call 555 0142.</p></footer>';
  await using web = await startPretendWeb((request, response) => {
    if (request.url === '/moved') return void response.writeHead(301, { location: '/about' }).end();
    sitePages({
      '/': page('Home', '/about', '/moved', '/copy', '/print', '/odd') + footer,
      '/about': page('About') + footer,
      '/copy': page('About') + footer,
      '/print': `<link rel="canonical" href="/about">${page('About, for printing')}`,
      '/odd': `<link rel="canonical" href="/">${page('Odd')}`,
    })(request, response);
  });
  const reading = await web.web.readSite(START);
  expect(read(reading)).toEqual(['/', '/about', '/odd']);
  expect(reading.pages.map(({ sections }) => sections.some(({ text }) => text.includes('0142')))).toEqual([
    true,
    false,
    false,
  ]);
});

test('pages that fail are listed, and the others are there', async () => {
  await using web = await startPretendWeb((request, response) => {
    if (request.url === '/inside') return void response.writeHead(302, { location: 'http://127.0.0.1/' }).end();
    sitePages({
      '/': page('Home', '/gone', '/about', '/inside', '/photo'),
      '/about': page('About'),
      '/photo': { type: 'image/png', body: 'x' },
    })(request, response);
  });
  const reading = await web.web.readSite(START);
  expect(read(reading)).toEqual(['/', '/about']);
  expect(reading.failed.map(({ url, problem }) => `${new URL(url).pathname} ${problem}`).toSorted()).toEqual([
    '/gone not_found',
    '/inside not_public',
    '/photo wrong_type',
  ]);
});

test('a site that refuses page after page is left alone', async () => {
  const links = Array.from({ length: 30 }, (_, index) => `/p${index}`);
  await using web = await startPretendWeb((request, response) => {
    if (request.url === '/')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(page('Home', ...links));
    response.writeHead(request.url === '/robots.txt' ? 404 : 429).end();
  });
  const reading = await web.web.readSite(START);
  expect(reading.failed.length).toBeLessThanOrEqual(SITE_LIMITS.failuresInRow + 1);
  expect(reading.hasMore).toBe(true);
});

test.each([
  ['can’t be read', 404, 'text/html', 'not_found'],
  ['isn’t a page', 200, 'application/pdf', 'wrong_type'],
])('a site whose start page %s can’t be read', async (_what, status, type, problem) => {
  await using web = await startPretendWeb(
    (request, response) =>
      void (request.url === '/robots.txt'
        ? response.writeHead(404).end()
        : response.writeHead(status, { 'content-type': type }).end('%PDF-1.7')),
  );
  expect(await problemOf(web.web.readSite(START))).toBe(problem);
});

test('a second reading asks only for what has changed, and finds what only unchanged pages link to', async () => {
  let about = 'About';
  const versioned: RequestListener = (request, response) => {
    const pages: Record<string, string> = {
      '/': page('Home', '/about', '/shop'),
      '/about': page(about),
      '/shop': page('Shop', '/shop/mugs'),
      '/shop/mugs': page('Mugs'),
    };
    const body = pages[request.url ?? ''];
    if (body === undefined) return void response.writeHead(404).end();
    const etag = `"${body.length}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    response.writeHead(200, { 'content-type': 'text/html', etag }).end(body);
  };
  await using web = await startPretendWeb(versioned);
  const first = await web.web.readSite(START);
  expect(read(first).toSorted()).toEqual(['/', '/about', '/shop', '/shop/mugs']);
  about = 'About us, newly written';
  const second = await web.web.readSite(START, {
    known: new Map(first.pages.map(({ url, version }) => [url, version])),
  });
  expect(read(second)).toEqual(['/', '/about']);
  expect(second.unchanged.toSorted()).toEqual([`${START}shop`, `${START}shop/mugs`]);
});

test('a reading can be stopped, and one that takes too long ends with what it has', async () => {
  const links = Array.from({ length: 10 }, (_, index) => `/p${index}`);
  const stop = new AbortController();
  const reason = new Error('the job was stopped');
  await using web = await startPretendWeb((request, response) => {
    if (request.url === '/p3') return stop.abort(reason);
    sitePages({ '/': page('Home', ...links), '/p0': page('Zero'), '/p1': page('One'), '/p2': page('Two') })(
      request,
      response,
    );
  });
  await expect(web.web.readSite(START, { signal: stop.signal })).rejects.toBe(reason);

  await using slow = await startPretendWeb(
    (request, response) => {
      if (request.url === '/p1') return;
      sitePages({ '/': page('Home', '/p0', '/p1'), '/p0': page('Zero') })(request, response);
    },
    { limits: { site: { ...WEB_LIMITS.site, totalMs: 600 } } },
  );
  const reading = await slow.web.readSite(START);
  expect(read(reading)).toEqual(['/', '/p0']);
  expect(reading.hasMore).toBe(true);
});

const listOf = (count: number) => Array.from({ length: count }, (_, index) => `${START}p/${index}`);
const servesAll: RequestListener = (request, response) => {
  const isSitemap = request.url === '/sitemap.xml';
  const { type, body } = isSitemap
    ? urlset(...listOf(2_500))
    : { type: 'text/html', body: page(`Page ${request.url}`) };
  response.writeHead(request.url === '/robots.txt' ? 404 : 200, { 'content-type': type }).end(body);
};

test('a site says how many pages it has, and lists the first 2,000', async () => {
  await using web = await startPretendWeb(servesAll);
  const { listed } = await web.web.readSite(START);
  expect(listed.count).toBe(2_501);
  expect(listed.addresses).toHaveLength(2_000);
  expect(listed.addresses.slice(0, 2)).toEqual([START, `${START}p/0`]);
});

test('only the start page and the chosen pages are read', async () => {
  await using web = await startPretendWeb(servesAll);
  const chosen = [`${START}p/700`, `${START}p/3`, 'https://other.com/p/1'];
  const reading = await web.web.readSite(START, {
    chosen,
    known: new Map([[`${START}p/0`, { etag: '"1"', lastModified: null }]]),
  });
  expect(read(reading)).toEqual(['/', '/p/700', '/p/3']);
  expect(reading.listed.count).toBe(2_501);
});

test('a site that asks for a short pause gets it, and one that asks for a longer pause is read later', async () => {
  let [refusals, seconds] = [2, '5'];
  await using web = await startPretendWeb((request, response) => {
    const isRefused = request.url === '/p/1' && (refusals -= 1) >= 0;
    if (isRefused) return void response.writeHead(429, { 'retry-after': seconds }).end();
    return sitePages({
      '/': page('Home', '/p/1', '/p/2', '/p/3', '/p/4'),
      ...Object.fromEntries([1, 2, 3, 4].map((index) => [`/p/${index}`, page(`Page ${index}`)])),
    })(request, response);
  });
  const patient = await web.web.readSite(START);
  expect(read(patient)).toHaveLength(5);
  expect(patient.slowDown).toBeNull();
  expect(web.pauses.filter((ms) => ms === 5_000)).toHaveLength(2);
  [refusals, seconds] = [100, '600'];
  const before = web.requests.length;
  const reads: number[] = [];
  const early = await web.web.readSite(START, {
    fresh: [`${START}p/2/`],
    onProgress: (progress) => reads.push(progress.read),
  });
  expect(early).toMatchObject({ slowDown: { retryAfterMs: 600_000 }, hasMore: true, unchanged: [`${START}p/2/`] });
  expect(read(early).length).toBeLessThan(5);
  const asked = web.requests.slice(before).map(({ path }) => path);
  expect(asked).not.toContain('/p/2');
  // Only pages that are requested count.
  expect(reads.at(-1)).toBe(1 + asked.filter((path) => path.startsWith('/p/')).length);
});

test('a site that slows down one reader slows down the other, too', async () => {
  const { promise: rest, resolve: endRest } = Promise.withResolvers<void>();
  let [refusals, isResting] = [1, false];
  const whileResting: string[] = [];
  await using web = await startPretendWeb(
    (request, response) => {
      if (isResting) whileResting.push(request.url ?? '');
      if (request.url === '/p/1' && (refusals -= 1) >= 0)
        return void response.writeHead(429, { 'retry-after': '5' }).end();
      return sitePages({
        '/': page('Home', '/p/1', '/p/2', '/p/3', '/p/4'),
        ...Object.fromEntries([1, 2, 3, 4].map((index) => [`/p/${index}`, page(`Page ${index}`)])),
      })(request, response);
    },
    {
      pause: async (ms) => {
        if (ms !== 5_000) return;
        // A page that the other reader has already requested may still arrive.
        setTimeout(() => (isResting = true), 100);
        setTimeout(endRest, 200);
        await rest;
        isResting = false;
      },
    },
  );
  expect(read(await web.web.readSite(START))).toHaveLength(5);
  expect(whileResting).toEqual([]);
});

test.each([
  ['can’t be fetched', 503],
  ['is refused for now', 429],
])('the list of an earlier reading stays if the sitemap %s', async (_what, status) => {
  const listed = [START, `${START}about`, `${START}shop/mugs`];
  await using web = await startPretendWeb((request, response) =>
    request.url === '/sitemap.xml'
      ? void response.writeHead(status).end()
      : sitePages({ '/': page('Home', '/about'), '/about': page('About') })(request, response),
  );
  const reading = await web.web.readSite(START, { listed });
  expect(read(reading)).toEqual(['/', '/about']);
  expect(reading.listed).toEqual({ addresses: listed, count: 3 });
});

test('pages that an earlier reading listed are dropped once the sitemap no longer has them', async () => {
  await using web = await startPretendWeb(
    sitePages({ '/': page('Home'), '/about': page('About'), '/sitemap.xml': urlset(`${START}about`) }),
  );
  const { listed } = await web.web.readSite(START, { listed: [START, `${START}old`] });
  expect(listed).toEqual({ addresses: [START, `${START}about`], count: 2 });
});
