import { setTimeout as wait } from 'node:timers/promises';
import { parsePageAddress } from '#server/lib/text/page-address.ts';
import { dialAddress, createResolve, type Dial, type Resolve } from './connection.ts';
import { createGuardedFetch, type PageVersion } from './guarded-fetch.ts';
import { PageProblem } from './page-problem.ts';
import { readPage, type UnchangedPage, type WebFile, type WebPage } from './read-page.ts';
import { createPageReaders, type OpenPageReader } from './reading/page-reader.ts';
import type { Ask } from './reading/requests.ts';
import { createRobotsCheck } from './robots-check.ts';
import { readSite, SITE_LIMITS, type SiteLimits, type SiteOptions, type SiteReading } from './site/read-site.ts';

/** The name that robots.txt files know us by. */
export const ROBOT_NAME = 'TenfoldBot';
export const WEB_LIMITS = { connectMs: 5_000, totalMs: 20_000, site: SITE_LIMITS };

export type WebSettings = {
  /** Our own address, which sites see in the user agent. */
  publicUrl: string;
  /** Where hosts that don't exist are answered, such as the sandbox's website. Always empty in production. */
  standIns: ReadonlyMap<string, URL>;
};

/** `owner` is the person whose website it is: people take turns when the queue is long. */
type PageOptions = { signal?: AbortSignal; owner?: string; known?: PageVersion };

/** Reads public web pages. Its functions throw PageProblem, or the caller's reason for aborting. */
export type WebGateway = {
  readPage: (address: string, options?: PageOptions) => Promise<WebPage | WebFile | UnchangedPage>;
  readSite: (address: string, options?: Partial<SiteOptions> & { owner?: string }) => Promise<SiteReading>;
};

type Parts = {
  resolve: Resolve;
  dial: Dial;
  openReader: OpenPageReader;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  limits: { connectMs: number; totalMs: number; site: SiteLimits };
};

export function createWebGateway({ publicUrl, standIns }: WebSettings, parts: Partial<Parts> = {}): WebGateway {
  const {
    resolve = createResolve(),
    dial = dialAddress,
    openReader = createPageReaders(),
    limits = WEB_LIMITS,
  } = parts;
  const pause = parts.pause ?? ((ms, signal) => wait(ms, undefined, { signal }));
  const userAgent = `Mozilla/5.0 (compatible; ${ROBOT_NAME}/1.0; +${publicUrl})`;
  const fetch = createGuardedFetch({ resolve, dial, standIns, userAgent, ...limits });

  /** Does it for an address as people write it. Without a scheme it is https, and http if nothing answers there, as in a browser. */
  async function withAddress<T>(address: string, read: (url: URL) => Promise<T>): Promise<T> {
    const parsed = parsePageAddress(address);
    if (!parsed) throw new PageProblem('invalid_address');
    try {
      return await read(parsed.url);
    } catch (error) {
      const isSilent = error instanceof PageProblem && error.code === 'unreachable';
      if (!parsed.isSchemeGuessed || !isSilent) throw error;
      return read(new URL(parsed.url.href.replace(/^https:/, 'http:')));
    }
  }

  /** Opens a reader for one reading, and closes it afterwards. */
  async function withReader<T>(owner: string, signal: AbortSignal, read: (ask: Ask) => Promise<T>): Promise<T> {
    const reader = openReader(owner, signal);
    try {
      return await read(reader.ask);
    } finally {
      await reader.close();
    }
  }

  return {
    readPage: (address, { signal = new AbortController().signal, owner = '', known } = {}) =>
      withReader(owner, signal, (ask) => {
        const robots = createRobotsCheck({ fetch, ask }, ROBOT_NAME, signal);
        return withAddress(address, (url) => readPage(url, { fetch, ask }, { signal, known, robots }));
      }),
    readSite: (address, { signal = new AbortController().signal, owner = '', ...options } = {}) =>
      withReader(owner, signal, (ask) => {
        const robots = createRobotsCheck({ fetch, ask }, ROBOT_NAME, signal);
        const readOne = (page: URL, stop: AbortSignal, known?: PageVersion) =>
          readPage(page, { fetch, ask }, { signal: stop, known, robots });
        const tools = { fetch, ask, robots, readOne, pause };
        return withAddress(address, (url) => readSite(url, tools, { ...options, signal }, limits.site));
      }),
  };
}
