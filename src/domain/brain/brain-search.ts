import { searchText } from '#src/lib/text/search-text.ts';

/**
 * What the URL of the Brain page says: `tab` is "answers" for how answers should be. Which kinds and states there are
 * is left to the page: every page loads the list of routes.
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
