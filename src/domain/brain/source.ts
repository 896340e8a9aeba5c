import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#src/api/trpc.ts';
import { formatNumber } from '#src/lib/text/format.ts';

type Outputs = inferRouterOutputs<AppRouter>['brain']['sources'];
export type Sources = Outputs['list'];
/** What the server says about a document, a page or a site. */
export type Source = Sources['sources'][number];
/** The pages of a site to choose from. */
export type SitePages = Outputs['sitePages'];
export type SitePage = SitePages['pages'][number];
export type Passage = Outputs['get']['passages'][number];

/** `Reading page 4 of 11`, as far as that is known. */
export function readingText(progress: Source['progress']): string {
  if (progress === null) return 'Reading...';
  const { done, of, unit } = progress;
  return `Reading ${unit} ${formatNumber(Math.max(done, 1))} of ${formatNumber(of)}`;
}

/** Whether it is read, or is about to be. */
export const isReading = ({ state }: Pick<Source, 'state'>): boolean => state === 'waiting' || state === 'reading';
