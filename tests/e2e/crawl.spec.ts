import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from './support.ts';

type Seen = {
  /** The final address, after a redirect. */
  at: string;
  title: string;
  headings: number;
  description: string | null;
  canonical: string | null;
  robots: string | null;
  ids: string[];
  links: string[];
  structured: { '@context'?: string; '@type'?: string }[];
};

/** Runs in the browser, whose types this file does not include. */
const READ = `(text) => {
  const dom = new DOMParser().parseFromString(text, 'text/html');
  const all = (selector) => [...dom.querySelectorAll(selector)];
  const attribute = (selector, name) => dom.querySelector(selector)?.getAttribute(name) ?? null;
  return {
    title: dom.title,
    headings: all('h1').length,
    description: attribute('meta[name=description]', 'content'),
    canonical: attribute('link[rel=canonical]', 'href'),
    robots: attribute('meta[name=robots]', 'content'),
    ids: all('[id]').map(({ id }) => id),
    links: all('a[href]').map((link) => link.getAttribute('href')),
    structured: all('script[type="application/ld+json"]').map((script) => JSON.parse(script.textContent)),
  };
}`;

/** Reads HTML like a search engine: none of its scripts run. */
const read = (page: Page, html: string) => page.evaluate<Seen>(`(${READ})(${JSON.stringify(html)})`);

/** The answer behind at most one redirect. */
async function visit(request: APIRequestContext, address: string) {
  const first = await request.get(address, { maxRedirects: 0 });
  const to = first.headers()['location'];
  return to === undefined ? first : request.get(new URL(to, address).href, { maxRedirects: 0 });
}

/** Follows every link on this site, starting at the landing page, visiting each address once, whatever its query. */
async function crawl(page: Page, start: string): Promise<Map<string, Seen>> {
  const pages = new Map<string, Seen>();
  const waiting = [start];
  for (const address of waiting) {
    const answer = await visit(page.request, address);
    expect(answer.status(), `${address} answers`).toBe(200);
    if (!(answer.headers()['content-type'] ?? '').includes('text/html')) continue;
    const seen = await read(page, await answer.text());
    pages.set(address, { ...seen, at: answer.url() });
    for (const link of seen.links) {
      const { origin, href } = new URL(link, address);
      const bare = href.split('#')[0] ?? href;
      if (origin === new URL(start).origin && !waiting.includes(bare)) waiting.push(bare);
    }
  }
  return pages;
}

test('a search engine finds its way through the whole site', async ({ page, baseURL }) => {
  const home = `${baseURL}/`;
  const pages = await crawl(page, home);
  expect(pages.size).toBeGreaterThan(15);

  for (const [address, { at, title, headings, description, canonical, robots, structured, ids, links }] of pages) {
    // A person's own page is rendered in their browser.
    if (robots !== 'noindex') expect(headings, `${address} has one h1`).toBe(1);
    expect(title, address).toMatch(/Tenfold/);
    expect(description?.length, `${address} has a description`).toBeGreaterThan(20);
    if (robots?.includes('noindex') !== true)
      expect(canonical, `${address} is canonical without its query`).toBe(at.replace(/\?.*$/, ''));
    for (const facts of structured) {
      expect(facts['@context'], address).toBe('https://schema.org');
      expect(facts['@type'] ?? Object.keys(facts), address).toBeTruthy();
    }
    // A link to part of a page must lead to one that exists.
    for (const link of links) {
      const { origin, href, hash } = new URL(link, address);
      const target = pages.get(href.split('#')[0] ?? href);
      if (hash !== '' && origin === new URL(home).origin && target)
        expect(target.ids, `${address} links to ${link}`).toContain(hash.slice(1));
    }
    expect(new Set(ids).size, `${address} uses each id once`).toBe(ids.length);
  }

  // Titles must be unique, so that a page can be recognized in a list.
  const listed = [...pages].filter(([address, { robots }]) => !address.includes('?') && !robots?.includes('noindex'));
  const titles = listed.map(([, { title }]) => title);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);

  const sitemap = await (await page.request.get('/sitemap.xml')).text();
  const inSitemap = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address ?? '');
  const found = listed.map(([address]) => address);
  expect(inSitemap.filter((address) => !address.endsWith('/dashboard')).toSorted()).toEqual(found.toSorted());
});
