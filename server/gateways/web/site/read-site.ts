import { pageKey } from '#server/lib/text/page-address.ts';
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
import { createSiteQueue, type ListedPages } from './site-queue.ts';
import { readSitemaps } from './sitemap.ts';

export type SiteProgress = { read: number; total: number };
export type SiteReading = {
  pages: WebPage[];
  /** Addresses of pages that are still what the caller knows. */
  unchanged: string[];
  failed: { url: string; problem: PageProblemCode }[];
  /** Whether the site has more pages than were read. */
  hasMore: boolean;
  /** The first of the site's pages, most informative first, and how many the site has, as far as that is known. */
  listed: ListedPages;
  /** The site asked us to slow down before all pages were read, perhaps with the time to wait. */
  slowDown: { retryAfterMs: number | null } | null;
  /** The addresses that pages were redirected to, by the key of the address that was asked for. */
  redirects: Map<string, string>;
};

export type SiteOptions = {
  signal: AbortSignal;
  /** The versions of an earlier reading, by address. */
  known?: ReadonlyMap<string, PageVersion> | undefined;
  /** The addresses that an earlier reading found. They stay listed unless the sitemap says what the site has now. */
  listed?: readonly string[] | undefined;
  /** Continues a reading that broke off. It read these addresses, so they count as unchanged and aren't requested. */
  fresh?: readonly string[] | undefined;
  /** The pages to read besides the start page, instead of the most informative ones. */
  chosen?: readonly string[] | undefined;
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
  /** How long a site may ask us to wait while it is read, in milliseconds, and how often. */
  slowDownMs: 30_000,
  slowDowns: 3,
  /** Maximum number of the site's addresses that are listed, and their maximum total length. */
  listed: 2_000,
  listedCharacters: 200_000,
  /** A site that refuses this many pages in a row has had enough of us. */
  failuresInRow: 5,
  /** How many addresses may be forbidden by robots.txt. If there are more, the sitemap is of little use. */
  refused: 500,
  /** The maximum length of the text of all pages; each section counts as a hundred characters more. */
  characters: 4_000_000,
};
const SECTION_CHARACTERS = 100;
/** Pages that fail in these ways aren't listed. */
const NOT_LISTED = new Set<PageProblemCode>(['refused_by_robots', 'not_found']);
export type SiteLimits = typeof SITE_LIMITS;

const textOf = ({ path, text }: PageSection) => JSON.stringify([path, text]);

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
  const nothing = { addresses: [], count: 0 };
  const reading: SiteReading = {
    pages: [],
    unchanged: [],
    failed: [],
    hasMore: false,
    listed: nothing,
    slowDown: null,
    redirects: new Map(),
  };
  const hashes = new Set<string>();
  const order = new Map<WebPage, number>();
  let [taken, begun, skipped, failuresInRow, refused, characters, waits] = [1, 1, 0, 0, 0, 0, 0];
  let resting: Promise<unknown> = Promise.resolve();

  const first = await readOne(start, options.signal);
  if (first.kind !== 'page') throw new PageProblem('wrong_type');
  const home = new URL(first.url);
  const onEveryPage = new Set(first.sections.map(textOf));
  const queue = createSiteQueue(home);
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
  const isOwn = (url: URL) => isSameSite(url, home);
  const sitemap = await readSitemaps({ fetch, ask }, files, { signal: options.signal, isOwn });
  const inSitemap = await pagesIn(sitemap.addresses);
  const followsLinks = inSitemap.every((url) => pageKey(url) === pageKey(home));
  const found = rankPages(followsLinks ? linked : inSitemap, new Set(linked.map(pageKey)));
  queue.list(found);
  queue.add(options.chosen ? await pagesIn(options.chosen) : found);
  // A page that hasn't changed isn't read, so nothing leads to those that only it links to.
  if (!options.chosen) queue.add(await pagesIn(options.known?.keys() ?? []));
  const listedBefore = await pagesIn(options.listed ?? []);
  if (!options.chosen && options.fresh) queue.add(listedBefore);
  const fresh = new Map(options.fresh?.map((address) => [pageKey(new URL(address)), address]));

  const report = () =>
    options.onProgress?.({ read: begun, total: Math.min(taken + queue.waiting.length, limits.pages) - skipped });
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

  /** Waits as the site asks and tries the page again, or leaves the rest for later. */
  async function slowDown({ retryAfterMs }: PageProblem, url: URL, place: number): Promise<void> {
    waits += 1;
    if (waits > limits.slowDowns || retryAfterMs === null || retryAfterMs > limits.slowDownMs) {
      reading.slowDown = { retryAfterMs };
      reading.hasMore = true;
      return;
    }
    // The other reader waits for it, too.
    resting = Promise.all([resting, pause(retryAfterMs, signal)]);
    await resting;
    await readNext(url, place);
  }

  async function readNext(url: URL, place: number): Promise<void> {
    try {
      const page = await readOne(url, signal, options.known?.get(url.href));
      failuresInRow = 0;
      if (page.kind === 'unchanged') reading.unchanged.push(page.url);
      if (page.kind !== 'page' || !isSameSite(new URL(page.url), home)) return;
      const reached = pageOfSite(page.url, home);
      if (reached && pageKey(reached) !== pageKey(url)) reading.redirects.set(pageKey(url), page.url);
      const names = new Set([page.url, page.canonicalUrl].map((address) => pageKey(new URL(address))));
      // Some sites name the start page as canonical on every page. The hash tells whether it is.
      if ([...names].some((key) => key !== pageKey(url) && key !== pageKey(home) && !queue.isNew(key))) return;
      keep(page, place);
      const leadsTo = followsLinks ? await pagesIn(page.links) : [];
      queue.list(leadsTo);
      if (!options.chosen) queue.add(leadsTo);
    } catch (error) {
      if (signal.aborted || !(error instanceof PageProblem) || error.code === 'too_complex') throw error;
      if (error.code === 'slow_down') return slowDown(error, url, place);
      reading.failed.push({ url: url.href, problem: error.code });
      failuresInRow += 1;
    }
  }

  async function worker(): Promise<void> {
    for (let url = queue.next(); url !== undefined; url = queue.next()) {
      const isFull = taken >= limits.pages || refused >= limits.refused || characters >= limits.characters;
      if (isFull || failuresInRow >= limits.failuresInRow || reading.slowDown) {
        reading.hasMore = true;
        return;
      }
      const readBefore = fresh.get(pageKey(url));
      if (readBefore !== undefined) {
        taken += 1;
        skipped += 1;
        reading.unchanged.push(readBefore);
        continue;
      }
      if (url.origin === home.origin && !(await robots.mayRead(url))) {
        refused += 1;
        if (reading.failed.length < limits.pages) reading.failed.push({ url: url.href, problem: 'refused_by_robots' });
        continue;
      }
      const place = (taken += 1);
      await pause(Math.max(limits.pauseMs, delaySeconds * 1_000), signal);
      await resting;
      if (reading.slowDown) return;
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
  if (followsLinks || !sitemap.isComplete) queue.list(listedBefore);
  const isGone = ({ problem }: SiteReading['failed'][number]) => NOT_LISTED.has(problem);
  reading.listed = queue.listAddresses(new Set(reading.failed.filter(isGone).map(({ url }) => url)), limits);
  reading.pages.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  return reading;
}
