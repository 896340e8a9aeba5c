import { gunzipSync } from 'node:zlib';
import { checkNotBusy, type Fetched, type GuardedFetch } from '../guarded-fetch.ts';
import { PageProblem } from '../page-problem.ts';
import type { Ask } from '../reading/requests.ts';

/** Of the 50,000 entries and 50 MB that sitemaps.org allows; fifty pages are read in the end. */
const ENTRIES_MAX = 10_000;
const BYTES_MAX = 10 * 1_024 * 1_024;
/** How many files of a site's sitemap are read: those that an index lists, one level deep. */
const FILES_MAX = 12;
const ADDRESS_MAX = 2_000;
const CHARACTERS_MAX = 1_000_000;
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" };

export type Sitemap = { isIndex: boolean; addresses: string[] };

function addressIn(entry: string): string {
  const inside = /^\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*$/.exec(entry)?.[1] ?? entry;
  return inside.replaceAll(/&(?:amp|lt|gt|quot|apos);/g, (entity) => ENTITIES[entity] ?? entity).trim();
}

/** The addresses of a sitemap: an XML file, an index of others, or a plain list. It takes one pass whatever the text. */
export function parseSitemap(text: string): Sitemap {
  let room = CHARACTERS_MAX;
  const hasRoomFor = (address: string) => (room -= address.length) >= 0;
  const isXml = /^[\s\ufeff]*</.test(text);
  if (!isXml) {
    const lines = text.split(/\r\n?|\n/, ENTRIES_MAX).map((line) => line.trim());
    return {
      isIndex: false,
      addresses: lines.filter((line) => line.length <= ADDRESS_MAX && /^https?:\/\//i.test(line) && hasRoomFor(line)),
    };
  }
  const addresses: string[] = [];
  const [open, close] = ['<loc>', '</loc>'];
  let at = text.indexOf(open);
  while (at !== -1 && addresses.length < ENTRIES_MAX) {
    const end = text.indexOf(close, at);
    if (end === -1) break;
    const entry = text.slice(at + open.length, end);
    if (entry.length <= ADDRESS_MAX && hasRoomFor(entry)) addresses.push(addressIn(entry));
    at = text.indexOf(open, end);
  }
  return { isIndex: /<sitemapindex[\s>]/i.test(text.slice(0, 5_000)), addresses };
}

/** Parses a sitemap, gzipped or not. One that can't be read counts as empty. */
export function readSitemap(bytes: Uint8Array): Sitemap {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    const text = isGzip ? gunzipSync(bytes, { maxOutputLength: BYTES_MAX }) : bytes;
    return parseSitemap(new TextDecoder().decode(text));
  } catch {
    return { isIndex: false, addresses: [] };
  }
}

/** The file, or null if there is none, or `failed` if there may be one. */
async function fetchSitemap(fetch: GuardedFetch, url: URL, signal: AbortSignal): Promise<Fetched | 'failed' | null> {
  try {
    const fetched = await fetch(url, { signal, maxBytes: () => BYTES_MAX });
    checkNotBusy(fetched);
    if (fetched.status >= 500) return 'failed';
    return fetched.status === 200 && fetched.type !== 'text/html' ? fetched : null;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof PageProblem) return 'failed';
    throw error;
  }
}

/**
 * The addresses in a site's sitemaps, as written. They aren't complete if a sitemap couldn't be fetched. Without
 * addresses, the links on the pages are followed instead.
 */
export async function readSitemaps(
  { fetch, ask }: { fetch: GuardedFetch; ask: Ask },
  starts: URL[],
  { isOwn, signal }: { isOwn: (url: URL) => boolean; signal: AbortSignal },
): Promise<{ addresses: string[]; isComplete: boolean }> {
  const addresses: string[] = [];
  let isComplete = true;
  const waiting = [...starts];
  const seen = new Set<string>();
  while (waiting.length > 0 && seen.size < FILES_MAX && addresses.length < ENTRIES_MAX) {
    const url = waiting.shift();
    if (!url || seen.has(url.href) || !isOwn(url)) continue;
    seen.add(url.href);
    const isStart = starts.some(({ href }) => href === url.href);
    const fetched = await fetchSitemap(fetch, url, signal);
    if (fetched === 'failed') isComplete = false;
    if (!fetched || fetched === 'failed') continue;
    const sitemap = await ask('sitemap', { bytes: fetched.bytes });
    if (!sitemap.isIndex) {
      addresses.push(...sitemap.addresses.slice(0, ENTRIES_MAX - addresses.length));
      continue;
    }
    // An index in an index isn't allowed, and a way to go on forever.
    if (isStart)
      for (const address of sitemap.addresses) waiting.push(...[URL.parse(address)].filter((one) => one !== null));
  }
  return { addresses, isComplete };
}
