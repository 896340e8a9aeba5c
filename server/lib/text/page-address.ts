import { trimEnd } from './trim.ts';

/** Real pages don't have longer addresses. */
export const PAGE_ADDRESS_MAX = 2_000;
/** Parameters that say where a visitor came from, not what the page is. */
const TRACKING = /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|_ga|_gl)$/i;
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const INDEX = /\/(?:index|default)\.(?:html?|php|aspx?)$/i;

/** Removes the parameters that say where a visitor came from. */
export function dropTracking(query: URLSearchParams): void {
  const names = Array.from(query.keys()).filter((name) => TRACKING.test(name));
  for (const name of names) query.delete(name);
}

/** The address to read, or `null` if the text has none. People leave out the scheme; `isSchemeGuessed` says so. */
export function parsePageAddress(text: string): { url: URL; isSchemeGuessed: boolean } | null {
  const written = text.trim();
  if (written === '' || written.length > PAGE_ADDRESS_MAX) return null;
  const isSchemeGuessed = !HAS_SCHEME.test(written);
  const url = URL.parse(isSchemeGuessed ? `https://${written.replace(/^\/\//, '')}` : written);
  if (!url) return null;
  url.hash = '';
  return { url, isSchemeGuessed };
}

/** The address that is kept for a page: as it was typed, without the fragment and without tracking. */
export function cleanPageAddress(text: string): string {
  const written = text.trim();
  const parsed = parsePageAddress(written);
  if (!parsed || !/[?#]/.test(written)) return written;
  const { url, isSchemeGuessed } = parsed;
  if (url.search !== '') dropTracking(url.searchParams);
  return isSchemeGuessed ? url.href.replace(/^https:\/\//, '') : url.href;
}

/** Identifies a page however its address is written: without the scheme, `www`, fragment and tracking. */
export function pageKey(url: URL): string {
  const host = url.hostname.replace(/^www\./, '');
  const path = `/${trimEnd(url.pathname.replace(INDEX, '/').slice(1), /\//)}`;
  if (url.search === '') return `${host}${path}`;
  const query = new URLSearchParams(url.search);
  dropTracking(query);
  query.sort();
  return `${host}${path}${query.size > 0 ? `?${query.toString()}` : ''}`;
}

/** A page's address without its scheme and parameters, at most `max` characters. */
export function nameOfAddress(address: string, max: number): string {
  const { hostname, pathname } = parsePageAddress(address)?.url ?? { hostname: address, pathname: '' };
  return `${hostname}${pathname === '/' ? '' : pathname}`.slice(0, max);
}
