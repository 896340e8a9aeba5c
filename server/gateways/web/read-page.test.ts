import type { OutgoingHttpHeaders, RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { problemOf, sitePages, startPretendWeb } from '#tests/support/web/pretend-web.ts';
import type { WebPage } from './read-page.ts';

/** Reads the one page of a site that answers like this. */
async function readOf(headers: OutgoingHttpHeaders, body: string | Buffer, status = 200) {
  const answer: RequestListener = (request, response) =>
    void (request.url === '/robots.txt'
      ? response.writeHead(404).end()
      : response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body));
  await using web = await startPretendWeb(answer);
  return await web.web.readPage('https://fernandkiln.com/page');
}
async function pageOf(...args: Parameters<typeof readOf>): Promise<WebPage> {
  const read = await readOf(...args);
  if (read.kind !== 'page') throw new Error(`a ${read.kind}`);
  return read;
}
const textOf = (page: WebPage) => page.sections.map(({ text }) => text).join('\n');

test.each([
  [401, 'sign_in_required'],
  [403, 'refused_by_site'],
  [404, 'not_found'],
  [410, 'not_found'],
  [451, 'refused_by_site'],
  [400, 'site_error'],
  [500, 'site_error'],
  [503, 'site_error'],
  [204, 'empty'],
  [300, 'site_error'],
])('status %d is %s', async (status, problem) => {
  expect(await problemOf(readOf({}, '<p>Some text for people.</p>', status))).toBe(problem);
});

test.each(['image/png', 'application/zip', 'video/mp4', 'application/json', 'application/octet-stream', 'text/css'])(
  'PAGE-3: %s isn’t read',
  async (type) => expect(await problemOf(readOf({ 'content-type': type }, 'something'))).toBe('wrong_type'),
);

test.each([
  ['a picture that claims to be a page', 'text/html', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13])],
  ['something else that claims to be a PDF', 'application/pdf', Buffer.from('hello')],
])('PAGE-3: %s isn’t read', async (_what, type, body) => {
  expect(await problemOf(readOf({ 'content-type': type }, body))).toBe('wrong_type');
});

test.each(['application/pdf', 'text/html'])('a PDF served as %s is handed on as a file', async (type) => {
  const read = await readOf({ 'content-type': type, etag: '"1"' }, '%PDF-1.7 ...');
  expect(read).toMatchObject({ kind: 'file', type: 'application/pdf', version: { etag: '"1"', lastModified: null } });
  expect(read.kind === 'file' && read.bytes.toString()).toBe('%PDF-1.7 ...');
});

test('plain text is read as it is', async () => {
  const page = await pageOf({ 'content-type': 'text/plain' }, 'Hours\r\n\r\n\r\n\r\nTue to Fri:   10 to 6\u0001');
  expect(page.sections).toEqual([{ path: [], text: 'Hours\n\nTue to Fri:   10 to 6' }]);
});

test('a page without a type is recognized by its start', async () => {
  await using web = await startPretendWeb((_request, response) =>
    response.end('<!doctype html><p>Open on Saturdays.</p>'),
  );
  expect(await web.web.readPage('fernandkiln.com')).toMatchObject({ sections: [{ text: 'Open on Saturdays.' }] });
});

describe('the encoding', () => {
  const german = 'Öffnungszeiten: täglich';
  const latin1 = Buffer.from(`<p>${german}</p>`, 'latin1');
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`<p>${german}</p>`, 'utf16le')]);
  test.each([
    ['in the header', { 'content-type': 'text/html; charset="ISO-8859-1"' }, latin1],
    ['in the page', {}, Buffer.from(`<meta charset=iso-8859-1><p>${german}</p>`, 'latin1')],
    [
      'in the page, as http-equiv',
      {},
      Buffer.from(
        `<meta http-equiv="Content-Type" content="text/html; charset=windows-1252"><p>${german}</p>`,
        'latin1',
      ),
    ],
    ['nowhere, in UTF-8', {}, Buffer.from(`<p>${german}</p>`)],
    ['nowhere, in the old encoding', {}, latin1],
    ['that doesn’t exist', { 'content-type': 'text/html; charset=nonsense' }, Buffer.from(`<p>${german}</p>`)],
    ['by a byte order mark, against the header', { 'content-type': 'text/html; charset=iso-8859-1' }, utf16],
    ['that can’t be, in the page', {}, Buffer.from(`<meta charset="utf-16"><p>${german}</p>`)],
  ])('is declared %s', async (_where, headers, body) => {
    expect(textOf(await pageOf(headers, body))).toBe(german);
  });

  test('leaves nothing that can’t be stored or seen', async () => {
    const utf8 = { 'content-type': 'text/html; charset=utf-8' };
    const page = await pageOf(
      utf8,
      Buffer.concat([Buffer.from('<p>Mu\u200bg\u{e0041}\u0001 '), Buffer.from([0xff, 0x41]), Buffer.from('</p>')]),
    );
    expect(textOf(page)).toBe('Mug \ufffdA');
  });
});

test.each([
  ['a form to sign in', '<h1>Welcome back</h1><form><input type="password"></form>', 'sign_in_required'],
  [
    'only scripts',
    '<div id="root"></div><noscript>Please turn on JavaScript to see this page.</noscript><script src="a.js"></script>',
    'needs_javascript',
  ],
  ['a spinner', '<div id="app">Loading…</div><script>start()</script>', 'needs_javascript'],
  ['nothing', '<body></body>', 'empty'],
  ['only marks', '<p>* * *</p>', 'empty'],
])('a page with %s says so', async (_what, html, problem) => {
  expect(await problemOf(readOf({}, html))).toBe(problem);
});

test('what a page is called, where and in which language', async () => {
  const html = `<html lang="de-AT"><title> Die
    Werkstatt </title><meta name="description" content="Keramik"><link rel="canonical" href="https://www.fernandkiln.com/seite"><h1>Hallo</h1><p>Guten Tag.</p></html>`;
  expect(await pageOf({}, html)).toMatchObject({
    title: 'Die Werkstatt',
    description: 'Keramik',
    language: 'de-at',
    url: 'https://fernandkiln.com/page',
    canonicalUrl: 'https://www.fernandkiln.com/seite',
  });
  const foreign = '<link rel="canonical" href="https://other.com/"><h1>Hello</h1><p>Good day.</p>';
  expect(await pageOf({ 'content-language': 'en-US, de' }, foreign)).toMatchObject({
    title: 'Hello',
    language: 'en-us',
    canonicalUrl: 'https://fernandkiln.com/page',
  });
});

test('a page that hasn’t changed isn’t read again', async () => {
  const asked: unknown[] = [];
  await using web = await startPretendWeb((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    const { 'if-none-match': etag, 'if-modified-since': since } = request.headers;
    asked.push([etag, since]);
    if (etag === '"v1"') return void response.writeHead(304).end();
    response.writeHead(200, {
      'content-type': 'text/html',
      etag: '"v1"',
      'last-modified': 'Mon, 02 Nov 2026 10:00:00 GMT',
    });
    response.end('<p>Open on Saturdays.</p>');
  });
  const first = await web.web.readPage('https://fernandkiln.com/');
  if (first.kind === 'unchanged') throw new Error('unchanged at first');
  const again = await web.web.readPage('https://fernandkiln.com/', { known: first.version });
  expect(again).toEqual({ kind: 'unchanged', url: 'https://fernandkiln.com/' });
  expect(asked).toEqual([
    [undefined, undefined],
    ['"v1"', 'Mon, 02 Nov 2026 10:00:00 GMT'],
  ]);
});

describe('PAGE-4: robots.txt', () => {
  const page = '<p>Trade prices are half.</p>';
  const robots = (body: string) => ({ type: 'text/plain', body });

  test('is respected for a page', async () => {
    await using web = await startPretendWeb(
      sitePages({ '/robots.txt': robots('User-agent: *\nDisallow: /trade'), '/trade': page, '/': page }),
    );
    expect(await problemOf(web.web.readPage('https://fernandkiln.com/trade'))).toBe('refused_by_robots');
    expect(web.paths()).toEqual([]);
    expect(await web.web.readPage('https://fernandkiln.com/')).toMatchObject({ kind: 'page' });
  });

  test('is respected where a redirect leads', async () => {
    await using web = await startPretendWeb((request, response) => {
      if (request.headers.host === 'a.com' && request.url === '/')
        return void response.writeHead(302, { location: 'https://b.com/' }).end();
      if (request.headers.host === 'b.com' && request.url === '/robots.txt')
        return void response.end('User-agent: *\nDisallow: /');
      response.writeHead(404).end();
    });
    expect(await problemOf(web.web.readPage('https://a.com/'))).toBe('refused_by_robots');
    expect(web.requests.map(({ host, path }) => `${host}${path}`)).toEqual([
      'a.com/robots.txt',
      'a.com/',
      'b.com/robots.txt',
    ]);
  });

  test.each([
    [404, 'page'],
    [403, 'page'],
    [500, 'site_error'],
    [503, 'site_error'],
  ])('that answers %d means %s', async (status, outcome) => {
    await using web = await startPretendWeb(
      (request, response) =>
        void (request.url === '/robots.txt'
          ? response.writeHead(status).end()
          : response.writeHead(200, { 'content-type': 'text/html' }).end(page)),
    );
    const reading = web.web.readPage('https://fernandkiln.com/');
    expect(outcome === 'page' ? (await reading).kind : await problemOf(reading)).toBe(outcome);
  });
});

describe('a page that forwards its visitors', () => {
  const refresh = (to: string, seconds = 0) =>
    `<meta http-equiv="Refresh" content="${seconds}; url='${to}'"><p>Redirecting…</p>`;
  const at = async (pages: Parameters<typeof sitePages>[0], path = '/old') => {
    await using web = await startPretendWeb(sitePages(pages));
    const read = await web.web.readPage(`https://fernandkiln.com${path}`, {
      known: { etag: '"1"', lastModified: null },
    });
    return { read, requests: web.requests.filter(({ path: asked }) => asked !== '/robots.txt') };
  };

  test('a page that forwards its visitors is followed like a redirect, and its target has no version', async () => {
    const { read, requests } = await at({ '/old': refresh('/new'), '/new': '<p>Mugs cost $24.</p>' });
    expect(read).toMatchObject({
      url: 'https://fernandkiln.com/new',
      sections: [{ text: 'Mugs cost $24.' }],
      version: { etag: null, lastModified: null },
    });
    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual(['"1"', undefined]);
  });

  test('a page that forwards to another spelling of its own address is followed, too', async () => {
    const { read } = await at({ '/': refresh('index.php'), '/index.php': '<p>Mugs cost $24.</p>' }, '/');
    expect(read).toMatchObject({ url: 'https://fernandkiln.com/index.php', sections: [{ text: 'Mugs cost $24.' }] });
    await using web = await startPretendWeb((request, response) => {
      const isNew = request.headers.host === 'www.fernandkiln.com';
      const body = isNew ? '<p>Mugs cost $24.</p>' : refresh('https://www.fernandkiln.com/');
      if (request.url === '/robots.txt') return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'text/html' }).end(body);
    });
    expect(await web.web.readPage('https://fernandkiln.com/')).toMatchObject({ url: 'https://www.fernandkiln.com/' });
  });

  test.each([
    ['in circles', { '/old': refresh('/older'), '/older': refresh('/old') }, 'too_many_redirects'],
    ['into a network', { '/old': refresh('http://127.0.0.1/admin') }, 'not_public'],
    ['to another port', { '/old': refresh('https://fernandkiln.com:8443/') }, 'invalid_address'],
    [
      'to what its robots.txt excludes',
      { '/old': refresh('/secret'), '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /secret' } },
      'refused_by_robots',
    ],
  ])('a page that forwards its visitors %s is refused', async (_where, pages, problem) => {
    expect(await problemOf(at(pages as Parameters<typeof sitePages>[0]))).toBe(problem); // reason: pages of several kinds
  });

  test.each([
    ['only loads itself again', refresh('/old#now')],
    ['is meant to be read first', refresh('/new', 60)],
    ['forwards browsers without scripts only', `<noscript>${refresh('/new')}</noscript>`],
    ['has a broken address', refresh('http://')],
  ])('a page that %s is read', async (_what, head) => {
    const { read } = await at({ '/old': `${head}<p>Mugs cost $24.</p>` });
    expect(read.url).toBe('https://fernandkiln.com/old');
  });
});

test('a page that only says it isn’t there is a missing page, although its server says 200', async () => {
  const body =
    '<title>Page not found | Fern &amp; Kiln</title><h1>Oops!</h1><p>That page can’t be found. Try the menu.</p>';
  expect(await problemOf(readOf({}, body))).toBe('not_found');
});

test('the sentences of a cookie banner aren’t content', async () => {
  const banner = '<div><p>We use cookies to improve your experience on our website.</p><button>OK</button></div>';
  expect(textOf(await pageOf({}, `<title>Mugs</title>${banner}<p>Mugs cost $24.</p>`))).toBe('Mugs cost $24.');
});

test.each([
  [429, { 'retry-after': '120' }, 120_000],
  [429, {}, null],
  [429, { 'retry-after': 'soon' }, null],
  [503, { 'retry-after': 'Sat, 28 Nov 2026 12:05:00 GMT', date: 'Sat, 28 Nov 2026 12:00:00 GMT' }, 300_000],
])('status %d with %j asks us to wait %j ms', async (status, headers, retryAfterMs) => {
  await expect(readOf(headers, 'Slow down.', status)).rejects.toMatchObject({ code: 'slow_down', retryAfterMs });
});

test('a busy server’s robots.txt is requested again later', async () => {
  await using web = await startPretendWeb((_request, response) =>
    response.writeHead(429, { 'retry-after': '60' }).end(),
  );
  await expect(web.web.readPage('fernandkiln.com')).rejects.toMatchObject({ code: 'slow_down', retryAfterMs: 60_000 });
});
