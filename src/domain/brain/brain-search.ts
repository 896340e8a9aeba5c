import { FACT_KINDS, FACT_SEARCH_MAX, FACT_STATES, type FactKind, type FactState } from '#contract/brain/brain.ts';
import { searchText } from '#src/lib/text/search-text.ts';

/** Which facts the Brain page lists. Without any of these, it shows the first few of each kind. */
export type BrainSearch = { q?: string; kind?: FactKind; state?: FactState };

/** Reads the query of /dashboard/brain and drops what makes no sense. */
export function parseBrainSearch({ q, kind, state }: Record<string, unknown>): BrainSearch {
  return {
    q: searchText(typeof q === 'string' ? q.trim() : undefined, FACT_SEARCH_MAX),
    kind: FACT_KINDS.find((known) => known === kind),
    state: FACT_STATES.find((known) => known === state),
  };
}

export const isFiltered = ({ q, kind, state }: BrainSearch): boolean =>
  q !== undefined || kind !== undefined || state !== undefined;
