import { FACT_KINDS, FACT_STATES, type FactKind, type FactState } from '#contract/brain/brain.ts';
import type { BrainSearch } from '#src/domain/brain/brain-search.ts';

/** Which facts are listed. Without any of these, the page shows the first few of each kind. */
export type FactFilter = { q?: string; kind?: FactKind; state?: FactState };

/** The filter in the URL, without names that don't exist. */
export const filterOf = ({ q, kind, state }: BrainSearch): FactFilter => ({
  q,
  kind: FACT_KINDS.find((known) => known === kind),
  state: FACT_STATES.find((known) => known === state),
});

export const isFiltering = ({ q, kind, state }: FactFilter): boolean =>
  q !== undefined || kind !== undefined || state !== undefined;
