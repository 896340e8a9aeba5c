import { pageKey } from '#contract/brain/page-address.ts';
import { SITE_PAGES_MAX } from '#contract/brain/sources.ts';
import type { PageProblemCode } from '#contract/brain/page-problems.ts';
import { createEventLoopYield } from '#server/lib/concurrency/yield-to-event-loop.ts';
import type { GuardedFetch, PageVersion } from '../guarded-fetch.ts';
import type { PageSection } from '../html/sections.ts';
import { PageProblem } from '../page-problem.ts';
import type { UnchangedPage, WebFile, WebPage } from '../read-page.ts';
import type { Ask } from '../reading/requests.ts';
import type { RobotsCheck } from '../robots-check.ts';
import { isSameSite, pageOfSite, rankPages } from './site-addresses.ts';
import { readSitemaps } from './sitemap.ts';

export type SiteProgress = { read: number; total: number };
export type SiteReading = {
  pages: WebPage[];
  /** Addresses of pages that are still what the caller knows. */
  unchanged: string[];
  failed: { url: string; problem: PageProblemCode }[];
  /** Whether the site has more pages than were read. */
  hasMore: boolean;
};

export type SiteOptions = {
  signal: AbortSignal;
  /** The versions of an earlier reading, by address. */
  known?: ReadonlyMap<string, PageVersion> | undefined;
  onProgress?: ((progress: SiteProgress) => void) | undefined;
};

export type SiteTools = {
  fetch: GuardedFetch;
  ask: Ask;
  robots: RobotsCheck;
  readOne: (url: URL, signal: AbortSignal, known?: PageVersion) => Promise<WebPage | WebFile | UnchangedPage>;
  /** Resolves after a while, or rejects when aborted. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
};

export const SITE_LIMITS = {
  pages: SITE_PAGES_MAX,
  atATime: 2,
  /** Between two requests of the same reader, in milliseconds. */
  pauseMs: 300,
  /** After this, what has been read is the result. */
  totalMs: 8 * 60_000,
  /** A site that refuses this many pages in a row has had enough of us. */
  failuresInRow: 5,
  /** How many addresses may be forbidden by robots.txt. If there are more, the sitemap is of little use. */
  refused: 500,
  /** The maximum length of the text of all pages; each section counts as a hundred characters more. */
  characters: 4_000_000,
};
const SECTION_CHARACTERS = 100;
export type SiteLimits = typeof SITE_LIMITS;

const textOf = ({ path, text }: PageSection) => JSON.stringify([path, text]);

/** The addresses to read and those seen before, in order. */
function createQueue(start: URL) {
  const seen = new Set([pageKey(start)]);
  const waiting: URL[] = [];
  return {
    waiting,
    add: (pages: URL[]) => {
      for (const url of pages) {
        const key = pageKey(url);
        if (!seen.has(key)) waiting.push(url);
        seen.add(key);
      }
    },
    next: () => waiting.shift(),
    /** Notes what a page turned out to be; false if that page is known already. */
    isNew: (key: string) => !seen.has(key) && Boolean(seen.add(key)),
  };
}

/**
 * Reads a small site from its start page: the pages in its sitemap, else those that the links lead to, on the same host
 * only. Pages that fail are listed; if the start page fails, or the site kills its reader, so does the reading. Throws
 * PageProblem, or the caller's abort reason.
 */
export async function readSite(
  start: URL,
  tools: SiteTools,
  options: SiteOptions,
  limits: SiteLimits,
): Promise<SiteReading> {
  const { fetch, ask, robots, readOne, pause } = tools;
  const tooLong = AbortSignal.timeout(limits.totalMs);
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, tooLong, failed.signal]);
  const reading: SiteReading = { pages: [], unchanged: [], failed: [], hasMore: false };
  const hashes = new Set<string>();
  const order = new Map<WebPage, number>();
  let [taken, begun, failuresInRow, refused, characters] = [1, 1, 0, 0, 0];

  const first = await readOne(start, options.signal);
  if (first.kind !== 'page') throw new PageProblem('wrong_type');
  const home = new URL(first.url);
  const onEveryPage = new Set(first.sections.map(textOf));
  const queue = createQueue(home);
  const { delaySeconds, sitemaps } = await robots.robotsOf(home);
  const yieldToOthers = createEventLoopYield();
  const pagesIn = async (addresses: Iterable<string>) => {
    const pages: URL[] = [];
    for (const address of addresses) {
      const url = pageOfSite(address, home);
      if (url) pages.push(url);
      await yieldToOthers();
    }
    return pages;
  };

  const linked = await pagesIn(first.links);
  const files = [...sitemaps, '/sitemap.xml'].map((file) => URL.parse(file, home.href)).filter((url) => url !== null);
  const listed = await pagesIn(
    await readSitemaps({ fetch, ask }, files, { signal: options.signal, isOwn: (url) => isSameSite(url, home) }),
  );
  const followsLinks = listed.every((url) => pageKey(url) === pageKey(home));
  queue.add(rankPages(followsLinks ? linked : listed, new Set(linked.map(pageKey))));
  // A page that hasn't changed isn't read, so nothing leads to those that only it links to.
  queue.add(await pagesIn(options.known?.keys() ?? []));

  const report = () =>
    options.onProgress?.({ read: begun, total: Math.min(taken + queue.waiting.length, limits.pages) });
  const keep = (page: WebPage, place: number) => {
    if (hashes.has(page.hash)) return;
    hashes.add(page.hash);
    // What a site says on every page, such as its footer, stays on the start page only.
    const sections = place === 1 ? page.sections : page.sections.filter((one) => !onEveryPage.has(textOf(one)));
    if (sections.length === 0) return;
    characters += sections.reduce((sum, { text }) => sum + text.length + SECTION_CHARACTERS, 0);
    const kept = { ...page, sections, links: [] };
    order.set(kept, place);
    reading.pages.push(kept);
  };

  async function readNext(url: URL, place: number): Promise<void> {
    try {
      const page = await readOne(url, signal, options.known?.get(url.href));
      failuresInRow = 0;
      if (page.kind === 'unchanged') reading.unchanged.push(page.url);
      if (page.kind !== 'page' || !isSameSite(new URL(page.url), home)) return;
      const names = [page.url, page.canonicalUrl].map((address) => pageKey(new URL(address)));
      // Some sites call all of their pages the start page; the hash tells whether it is.
      if (names.some((key) => key !== pageKey(url) && key !== pageKey(home) && !queue.isNew(key))) return;
      keep(page, place);
      if (followsLinks) queue.add(await pagesIn(page.links));
    } catch (error) {
      if (signal.aborted || !(error instanceof PageProblem) || error.code === 'too_complex') throw error;
      reading.failed.push({ url: url.href, problem: error.code });
      failuresInRow += 1;
    }
  }

  async function worker(): Promise<void> {
    for (let url = queue.next(); url !== undefined; url = queue.next()) {
      const isFull = taken >= limits.pages || refused >= limits.refused || characters >= limits.characters;
      if (isFull || failuresInRow >= limits.failuresInRow) {
        reading.hasMore = true;
        return;
      }
      if (url.origin === home.origin && !(await robots.mayRead(url))) {
        refused += 1;
        if (reading.failed.length < limits.pages) reading.failed.push({ url: url.href, problem: 'refused_by_robots' });
        continue;
      }
      const place = (taken += 1);
      await pause(Math.max(limits.pauseMs, delaySeconds * 1_000), signal);
      begun += 1;
      report();
      await readNext(url, place);
    }
  }

  keep(first, 1);
  report();
  try {
    await Promise.all(Array.from({ length: delaySeconds > 0 ? 1 : limits.atATime }, worker));
  } catch (error) {
    failed.abort();
    options.signal.throwIfAborted();
    if (!tooLong.aborted) throw error;
    reading.hasMore = true;
  }
  reading.pages.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  return reading;
}
