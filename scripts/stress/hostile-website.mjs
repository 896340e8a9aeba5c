import { once } from 'node:events';
import { createServer } from 'node:http';
import { HOSTILE_PAGES, HOSTILE_ROBOTS, HOSTILE_SITEMAPS } from '../../tests/support/web/hostile-pages.ts';

const SITES = 10;
const PAGES_HOST = 'hostile-pages.example';
const siteHost = (index) => `hostile-site-${index}.example`;
const nth = (texts, index) => texts[index % texts.length];

/** Builds the responses of each host, by path. All are built once. */
function makeWebsites() {
  const pages = Object.values(HOSTILE_PAGES).map((make) => Buffer.from(make()));
  const robots = Object.values(HOSTILE_ROBOTS).map((make) => Buffer.from(make()));
  const sitemaps = Object.values(HOSTILE_SITEMAPS).map((make) => Buffer.from(make()));
  const data = ['deep data for search engines', 'long data for search engines'].map((kind) =>
    Buffer.from(`<p>Bowls and mugs.</p>${HOSTILE_PAGES[kind]()}`),
  );
  const websites = new Map([[PAGES_HOST, new Map(pages.map((body, index) => [`/${index}`, ['text/html', body]]))]]);
  for (let index = 0; index < SITES; index += 1)
    websites.set(
      siteHost(index),
      new Map([
        ['/', ['text/html', nth(data, index)]],
        ['/robots.txt', ['text/plain', nth(robots, index)]],
        ['/sitemap.xml', ['application/xml', nth(sitemaps, index)]],
      ]),
    );
  return websites;
}

/** Serves the websites that an attacker would have us read: 18 kinds of pages, and ten sites. */
export async function startHostileWebsites() {
  const websites = makeWebsites();
  const server = createServer((request, response) => {
    const [type, body] = websites.get(request.headers.host)?.get(request.url) ?? [];
    if (body === undefined) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': type }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    /** The value of WEB_STAND_INS. */
    standIns: [...websites.keys()].map((host) => `${host}=${url}`).join(','),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

export const HOSTILE_ADDRESSES = [
  ...Object.keys(HOSTILE_PAGES).map((_, index) => ({ address: `http://${PAGES_HOST}/${index}`, isSite: false })),
  ...Array.from({ length: SITES }, (_, index) => ({ address: `http://${siteHost(index)}/`, isSite: true })),
];
