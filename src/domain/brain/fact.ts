import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#src/api/trpc.ts';

/** What the server says about a fact. */
export type Fact = inferRouterOutputs<AppRouter>['brain']['list']['facts'][number];
