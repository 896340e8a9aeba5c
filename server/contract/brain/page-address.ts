import { PAGE_PROBLEMS } from './page-problems.ts';
import { SOURCE_ADDRESS_MAX } from './sources.ts';

/** Parameters that say where a visitor came from, not what the page is. */
const TRACKING = /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|ref|_ga|_gl)$/i;
/** The ports that web pages are read at. */
export const PAGE_PORTS: ReadonlySet<string> = new Set(['', '80', '443']);
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const OTHER_SCHEME = /^(?:mailto|tel|sms|javascript|data|file|ftp|about|blob):/i;

const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

/** Removes the parameters that say where a visitor came from. */
export function dropTracking(query: URLSearchParams): void {
  const names = Array.from(query.keys()).filter((name) => TRACKING.test(name));
  for (const name of names) query.delete(name);
}

/** The address to read, or `null` if there is none in the text. People leave out the scheme; `isSchemeGuessed` says so. */
export function parsePageAddress(text: string): { url: URL; isSchemeGuessed: boolean } | null {
  const written = text.trim();
  if (written === '' || written.length > SOURCE_ADDRESS_MAX) return null;
  const isSchemeGuessed = !HAS_SCHEME.test(written);
  const url = parseUrl(isSchemeGuessed ? `https://${written.replace(/^\/\//, '')}` : written);
  if (!url) return null;
  url.hash = '';
  return { url, isSchemeGuessed };
}

/** What is wrong with an address that someone typed, as a sentence; null if it can be the address of a page. */
export function pageAddressProblem(text: string): string | null {
  const written = text.trim();
  if (written === '') return 'Please paste a web address.';
  if (/^mailto:|^[^\s/:@]+@[^\s/@]+$/i.test(written))
    return 'That’s an email address. Paste a web address, like yourshop.com.';
  const url = OTHER_SCHEME.test(written) ? null : parsePageAddress(written)?.url;
  const isWeb =
    url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && PAGE_PORTS.has(url.port);
  // A name without a dot is a machine nearby; an IPv6 address has colons.
  const isComplete = url && /[^.]\.[^.]|:/.test(url.hostname);
  return isWeb && isComplete ? null : PAGE_PROBLEMS.invalid_address;
}

const trimSlashes = (path: string): string => {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
};

/** The address that is kept for a page: as it was typed, without the fragment and without tracking. */
export function cleanPageAddress(text: string): string {
  const written = text.trim();
  const parsed = parsePageAddress(written);
  if (!parsed || !/[?#]/.test(written)) return written;
  const { url, isSchemeGuessed } = parsed;
  if (url.search !== '') dropTracking(url.searchParams);
  return isSchemeGuessed ? url.href.replace(/^https:\/\//, '') : url.href;
}

/** What tells a page from another, however its address is written: without the scheme, `www`, fragment and tracking. */
export function pageKey(url: URL): string {
  const host = url.hostname.replace(/^www\./, '');
  const named = url.pathname.replace(/\/(?:index|default)\.(?:html?|php|aspx?)$/i, '/');
  const path = `/${trimSlashes(named.slice(1))}`;
  if (url.search === '') return `${host}${path}`;
  const query = new URLSearchParams(url.search);
  dropTracking(query);
  query.sort();
  return `${host}${path}${query.size > 0 ? `?${query.toString()}` : ''}`;
}
