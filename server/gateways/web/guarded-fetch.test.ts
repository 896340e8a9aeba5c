import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { RequestListener } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { problemOf, PUBLIC_ADDRESS, sitePages, startPretendWeb } from '#tests/support/web/pretend-web.ts';

const disposals: AsyncDisposable[] = [];
async function aWeb(...args: Parameters<typeof startPretendWeb>) {
  const web = await startPretendWeb(...args);
  disposals.push(web);
  return web;
}
afterEach(async () => {
  for (const one of disposals.splice(0)) await one[Symbol.asyncDispose]();
});

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const text = '<h1>Mugs</h1><p>The small one costs $24.</p>';
/** A page at every path but robots.txt. */
const answering =
  (answer: RequestListener): RequestListener =>
  (request, response) =>
    request.url === '/robots.txt' ? void response.writeHead(404).end() : answer(request, response);
const redirecting = (to: (path: string) => string) =>
  answering((request, response) => response.writeHead(302, { location: to(request.url ?? '') }).end());

test('a page is fetched at the address that was checked, under its own name', async () => {
  const { web, dialed, requests } = await aWeb(sitePages({ '/mugs': text }));
  const read = await web.readPage('fernandkiln.com/mugs#small');
  expect(read).toMatchObject({ kind: 'page', url: 'https://fernandkiln.com/mugs' });
  expect(dialed).toEqual([1, 2].map(() => ({ address: PUBLIC_ADDRESS, port: 443, tlsName: 'fernandkiln.com' })));
  expect(requests.at(-1)).toMatchObject({
    host: 'fernandkiln.com',
    path: '/mugs',
    headers: {
      'user-agent': 'Mozilla/5.0 (compatible; TenfoldBot/1.0; +https://tenfold.example)',
      connection: 'close',
    },
  });
  expect(Object.keys(requests.at(-1)?.headers ?? {})).not.toEqual(expect.arrayContaining(['cookie', 'referer']));
});

test('PAGE-2: a name server that changes its answer gains nothing: what was checked is what is connected to', async () => {
  const names = { 'rebind.com': [[PUBLIC_ADDRESS], ['127.0.0.1']] };
  const { web, dialed, lookups } = await aWeb(sitePages({ '/': text }), { names });
  // The first connection is for robots.txt; the page's own would have gone inside.
  expect(await problemOf(web.readPage('https://rebind.com/'))).toBe('not_public');
  expect(dialed.map(({ address }) => address)).toEqual([PUBLIC_ADDRESS]);
  expect(lookups).toHaveLength(2);
});

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://[::ffff:10.0.0.1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://localhost/',
  '//metadata.google.internal/',
  'https://inside.com/',
])('PAGE-2: a redirect to %s isn’t followed', async (location) => {
  const { web, dialed } = await aWeb(
    redirecting(() => location),
    { names: { 'inside.com': [['192.168.0.9']] } },
  );
  expect(await problemOf(web.readPage('https://fernandkiln.com/'))).toBe('not_public');
  expect(new Set(dialed.map(({ address }) => address))).toEqual(new Set([PUBLIC_ADDRESS]));
});

test.each([
  ['a file', 'file:///etc/passwd', 'invalid_address'],
  ['another port', 'http://fernandkiln.com:6379/', 'invalid_address'],
  ['a password', 'https://a:b@fernandkiln.com/', 'invalid_address'],
  ['no address', 'http://[', 'unreachable'],
  ['an address that is too long', `https://fernandkiln.com/${'a'.repeat(2_000)}`, 'unreachable'],
])('PAGE-2: a redirect to %s isn’t followed either', async (_what, location, problem) => {
  const { web } = await aWeb(redirecting(() => location));
  expect(await problemOf(web.readPage('https://fernandkiln.com/'))).toBe(problem);
});

test('five redirects are followed, each at a connection of its own, and a sixth isn’t', async () => {
  const hop = (path: string) => Number(path.slice(1));
  const { web, paths, dialed } = await aWeb(
    answering((request, response) => {
      const left = hop(request.url ?? '');
      if (left === 0) response.writeHead(200, HTML).end(text);
      else
        response
          .writeHead([301, 302, 303, 307, 308][left % 5] ?? 301, { location: `https://h${left}.com/${left - 1}` })
          .end();
    }),
  );
  expect(await web.readPage('https://fernandkiln.com/5')).toMatchObject({ url: 'https://h1.com/0' });
  expect(paths()).toEqual(['/5', '/4', '/3', '/2', '/1', '/0']);
  expect(dialed).toHaveLength(12);
  expect(await problemOf(web.readPage('https://fernandkiln.com/6'))).toBe('too_many_redirects');
});

test('a redirect to an address that isn’t escaped is followed', async () => {
  const { web, paths } = await aWeb(
    answering((request, response) => {
      if (request.url !== '/') response.writeHead(200, HTML).end(text);
      else response.writeHead(302, { location: Buffer.from('/töpfe').toString('latin1') }).end();
    }),
  );
  await web.readPage('https://fernandkiln.com/');
  expect(paths()).toEqual(['/', '/t%C3%B6pfe']);
});

test('without a scheme it is https, and http if nothing answers there', async () => {
  const { web } = await aWeb(sitePages({ '/': text }));
  expect(await web.readPage('fernandkiln.com')).toMatchObject({ url: 'https://fernandkiln.com/' });
  const closed = await aWeb((request) => void request.socket.destroy());
  expect(await problemOf(closed.web.readPage('fernandkiln.com'))).toBe('unreachable');
  expect(closed.dialed.map(({ port }) => port)).toEqual([443, 80]);
  expect(await problemOf(closed.web.readPage('https://fernandkiln.com'))).toBe('unreachable');
});

/** Sends this again and again. */
const endless =
  (headers: Record<string, string>, piece: Buffer): RequestListener =>
  (_request, response) => {
    response.writeHead(200, headers);
    const more = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', more);
    more();
  };
const nothing = Buffer.concat(Array.from({ length: 2_000 }, () => gzipSync('')));
const MEGABYTES = 1_024 * 1_024;
const TEN_MEGABYTES = gzipSync(Buffer.alloc(10 * MEGABYTES));
/** A hundred packed parts, which a reader unpacks one after the other. */
const aGigabyte = Buffer.concat(Array.from({ length: 100 }, () => TEN_MEGABYTES));

test.each([
  ['never ends', endless(HTML, Buffer.from('<p>And another thing.</p>'.repeat(2_000)))],
  ['unpacks to nothing and never ends', endless({ ...HTML, 'content-encoding': 'gzip' }, nothing)],
  [
    'says that it is too large',
    (_request, response) => response.writeHead(200, { ...HTML, 'content-length': 90 * MEGABYTES }).flushHeaders(),
  ],
  [
    'is small until it is unpacked (gzip)',
    (_request, response) => response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end(aGigabyte),
  ],
  [
    'is small until it is unpacked (Brotli)',
    (_request, response) =>
      response
        .writeHead(200, { ...HTML, 'content-encoding': 'br' })
        .end(brotliCompressSync(Buffer.alloc(60 * MEGABYTES), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })),
  ],
] satisfies [string, RequestListener][])('PAGE-3: a body that %s is given up', async (_what, answer) => {
  const { web } = await aWeb(answering(answer));
  const before = process.memoryUsage().rss;
  expect(await problemOf(web.readPage('https://fernandkiln.com/'))).toBe('too_large');
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * MEGABYTES);
});

const QUICK = { limits: { totalMs: 60 } };
test.each([
  ['sends nothing', () => undefined],
  ['sends its headers and then nothing', (_request, response) => response.writeHead(200, HTML).flushHeaders()],
  [
    'sends a byte from time to time',
    (_request, response) => {
      response.writeHead(200, HTML);
      const timer = setInterval(() => response.write('.'), 5);
      response.on('close', () => clearInterval(timer));
    },
  ],
] satisfies [string, RequestListener][])('PAGE-3: a server that %s is given up', async (_what, answer) => {
  const { web } = await aWeb(answering(answer), QUICK);
  expect(await problemOf(web.readPage('https://fernandkiln.com/'))).toBe('too_slow');
});

test('a reader that stops waiting ends the connection, with its own reason', async () => {
  const stop = new AbortController();
  const reason = new Error('the job was stopped');
  const { web } = await aWeb(
    answering((request, response) => {
      response.writeHead(200, HTML).write('<p>');
      request.on('close', () => response.destroy());
      stop.abort(reason);
    }),
  );
  await expect(web.readPage('https://fernandkiln.com/', { signal: stop.signal })).rejects.toBe(reason);
});

test.each([
  ['gzip', gzipSync(text)],
  ['x-gzip', gzipSync(text)],
  ['br', brotliCompressSync(text)],
  ['identity', Buffer.from(text)],
])('a body in %s is read', async (encoding, body) => {
  const { web } = await aWeb(
    answering((_request, response) => response.writeHead(200, { ...HTML, 'content-encoding': encoding }).end(body)),
  );
  expect(await web.readPage('https://fernandkiln.com/')).toMatchObject({
    sections: [{ path: ['Mugs'], text: 'The small one costs $24.' }],
  });
});

test.each([
  ['isn’t what it says', 'gzip', Buffer.from(text), 'unreadable'],
  ['was packed twice', 'gzip, gzip', gzipSync(gzipSync(text)), 'unreadable'],
  ['is in an unknown encoding', 'compress', Buffer.from(text), 'unreadable'],
  ['breaks off', 'gzip', gzipSync(text).subarray(0, 30), 'unreadable'],
])('a body that %s leaves nothing half read', async (_what, encoding, body, problem) => {
  const { web } = await aWeb(
    answering((_request, response) => response.writeHead(200, { ...HTML, 'content-encoding': encoding }).end(body)),
  );
  expect(await problemOf(web.readPage('https://fernandkiln.com/'))).toBe(problem);
});

test('an answer that breaks off isn’t a page', async () => {
  const { web } = await aWeb(
    answering((_request, response) => {
      response.writeHead(200, { ...HTML, 'content-length': 5_000 }).write(text, () => response.destroy());
    }),
  );
  expect(await problemOf(web.readPage('https://fernandkiln.com/'))).toBe('unreachable');
});

test('headers without end are no answer', async () => {
  const { web } = await aWeb(
    answering((_request, response) => response.writeHead(200, { ...HTML, 'x-long': 'x'.repeat(60_000) }).end(text)),
  );
  expect(await problemOf(web.readPage('https://fernandkiln.com/'))).toBe('unreachable');
});
