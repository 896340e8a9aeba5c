import { searchText } from '#src/lib/text/search-text.ts';

/**
 * The Brain page's search params: `tab` is "answers" for the answer preferences. The page itself checks `kind` and
 * `state`, because every page loads this file with the routes.
 */
export type BrainSearch = { tab?: 'answers'; q?: string; kind?: string; state?: string };

export const SEARCH_MAX = 200;
const NAME_MAX = 20;
const text = (value: unknown, max: number) => searchText(typeof value === 'string' ? value.trim() : value, max);

/** Reads the query of /dashboard/brain and drops what can't be used. */
export const parseBrainSearch = ({ tab, q, kind, state }: Record<string, unknown>): BrainSearch => ({
  tab: tab === 'answers' ? tab : undefined,
  q: text(q, SEARCH_MAX),
  kind: text(kind, NAME_MAX),
  state: text(state, NAME_MAX),
});
