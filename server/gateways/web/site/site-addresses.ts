import { dropTracking, pageKey } from '#server/lib/text/page-address.ts';

/** Files that aren't pages. Documents are left to their owner, who can upload them or paste their address. */
const NOT_A_PAGE =
  /\.(?:pdf|docx?|xlsx?|pptx?|csv|zip|gz|tar|rar|7z|exe|dmg|apk|jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|webm|mov|avi|wav|ogg|css|m?js|json|xml|rss|atom|ics|woff2?|ttf|eot)$/i;
/** Pages of a shop or a calendar that exist in any number, or that do something. */
const ENDLESS =
  /\/(?:cart|checkout|login|log-in|signin|sign-in|logout|register|account|wp-admin|wp-login\.php|search|cdn-cgi)(?:\/|$)/i;
/** Real pages don't have longer addresses. */
const ADDRESS_MAX = 2_000;
const QUERY_MAX = 100;

const withoutWww = (host: string) => host.replace(/^www\./, '');

/** Whether an address is on the same host, with or without `www`. Other subdomains may belong to somebody else. */
export function isSameSite(url: URL, start: URL): boolean {
  return withoutWww(url.hostname) === withoutWww(start.hostname);
}

/** The address of a page of this site, in the site's own scheme, or `null`. */
export function pageOfSite(address: string, start: URL): URL | null {
  if (address.length > ADDRESS_MAX) return null;
  const url = URL.parse(address, start.href);
  if (!url || !/^https?:$/.test(url.protocol) || !isSameSite(url, start)) return null;
  if (url.username !== '' || url.password !== '' || url.port !== start.port) return null;
  if (NOT_A_PAGE.test(url.pathname) || ENDLESS.test(url.pathname) || url.search.length > QUERY_MAX) return null;
  url.protocol = start.protocol;
  url.hash = '';
  if (url.search === '') return url;
  dropTracking(url.searchParams);
  // Links within a site use it for tracking. In an address that someone typed it may matter.
  url.searchParams.delete('ref');
  return url;
}

const depthOf = ({ pathname }: URL) => pathname.split('/').filter(Boolean).length;

/**
 * The pages to read, the most telling first: those that the start page links to, which is what its owner wants to be found, then those
 * closest to the root.
 */
export function rankPages(pages: URL[], linked: ReadonlySet<string>): URL[] {
  const ranked = pages.map((url) => ({ url, isLinked: linked.has(pageKey(url)), depth: depthOf(url) }));
  return ranked.toSorted((a, b) => Number(b.isLinked) - Number(a.isLinked) || a.depth - b.depth).map(({ url }) => url);
}
