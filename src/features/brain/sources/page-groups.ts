import type { SitePage } from '#src/domain/brain/source.ts';
import { formatNumber } from '#src/lib/text/format.ts';

export type PageGroup = {
  /** The first folder of its pages' addresses; empty for pages in none. */
  folder: string;
  pages: SitePage[];
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A page's address without its website. */
export function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return decoded(`${pathname}${search}`);
}

const folderOf = (address: string): string => {
  const [folder = '', ...rest] = new URL(address).pathname.split('/').filter(Boolean);
  return rest.length === 0 ? '' : decoded(folder);
};

/** The pages that contain every word of `query`, grouped by folder, top-level pages first. */
export function groupPages(pages: readonly SitePage[], query: string): PageGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = pages.filter(({ url, title }) => {
    const text = `${title} ${pathOf(url)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = [...Map.groupBy(found, ({ url }) => folderOf(url))].map(([folder, members]) => ({
    folder,
    pages: members,
  }));
  return groups.toSorted((a, b) => Number(b.folder === '') - Number(a.folder === ''));
}

/** Whether toggling a group clears it: all of its pages are chosen, or no more of them fit. */
export function clearsGroup(chosen: ReadonlySet<string>, { pages }: PageGroup, max: number): boolean {
  const count = pages.filter(({ url }) => chosen.has(url)).length;
  return count === pages.length || (count > 0 && chosen.size >= max);
}

/** All of a group, as far as there is room, or none of it. */
export function toggleGroup(chosen: ReadonlySet<string>, group: PageGroup, max: number): Set<string> {
  const next = new Set(chosen);
  const urls = group.pages.map(({ url }) => url);
  if (clearsGroup(chosen, group, max)) for (const url of urls) next.delete(url);
  else for (const url of urls) if (next.size < max) next.add(url);
  return next;
}

/** `12 of 49 pages chosen`, and what that means at the limit. */
export function chosenText(count: number, max: number): string {
  const text = `${formatNumber(count)} of ${formatNumber(max)} pages chosen.`;
  return count < max ? text : `${text} That’s as many as your team can read of one website.`;
}
