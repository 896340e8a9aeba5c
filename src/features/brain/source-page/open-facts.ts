import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#src/api/trpc.ts';

export type OpenFacts = inferRouterOutputs<AppRouter>['brain']['sources']['facts'];
export type OpenFact = OpenFacts['new'][number];
export type FactGroup = keyof OpenFacts;

/** The groups in display order. Facts that need an answer aren't selected by default. */
export const FACT_GROUPS = [
  { id: 'replaces', name: 'Replace an older fact', hint: 'The older one is kept and can come back.', isSure: true },
  { id: 'unsure', name: 'Not sure', hint: 'Pick the ones that are right, or leave them out.', isSure: false },
  { id: 'new', name: 'New', hint: 'Your team didn’t know these yet.', isSure: true },
] as const satisfies { id: FactGroup; name: string; hint: string; isSure: boolean }[];

/** The facts that are selected by default. */
export const sureFacts = (open: OpenFacts): string[] =>
  FACT_GROUPS.filter(({ isSure }) => isSure).flatMap(({ id }) => open[id].map(({ fact }) => fact.id));

export const allFacts = (open: OpenFacts): string[] =>
  FACT_GROUPS.flatMap(({ id }) => open[id].map(({ fact }) => fact.id));

/** `fact` or `35 facts`. */
export const countedFacts = (count: number): string => (count === 1 ? '1 fact' : `${count} facts`);
