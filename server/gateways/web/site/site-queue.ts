import { pageKey } from '#server/lib/text/page-address.ts';

/** The first of a site's pages, and how many it has, as far as that is known. */
export type ListedPages = { addresses: string[]; count: number };

/** A site's pages to read, in order, and all pages that it is known to have. */
export function createSiteQueue(start: URL) {
  const seen = new Set([pageKey(start)]);
  const waiting: URL[] = [];
  const listed = new Map([[pageKey(start), start.href]]);
  return {
    waiting,
    /** Notes that the site has these pages, whether or not they are read. */
    list: (pages: URL[]) => {
      for (const url of pages) {
        const key = pageKey(url);
        if (!listed.has(key)) listed.set(key, url.href);
      }
    },
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
    /** The site's pages, except for these. */
    listAddresses: (gone: ReadonlySet<string>, limits: { listed: number; listedCharacters: number }): ListedPages => {
      const all = [...listed.values()].filter((address) => !gone.has(address));
      let characters = 0;
      const first = all
        .slice(0, limits.listed)
        .filter((address) => (characters += address.length) <= limits.listedCharacters);
      return { addresses: first, count: all.length };
    },
  };
}
