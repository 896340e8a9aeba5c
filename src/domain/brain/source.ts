import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#src/api/trpc.ts';

type Outputs = inferRouterOutputs<AppRouter>['brain']['sources'];
export type Sources = Outputs['list'];
/** What the server says about a document, a page or a site. */
export type Source = Sources['sources'][number];
export type Passage = Outputs['get']['passages'][number];
