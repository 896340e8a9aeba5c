import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#src/api/trpc.ts';

type Outputs = inferRouterOutputs<AppRouter>['brain'];
export type Overview = Outputs['overview'];
export type FactsOfKind = Overview['kinds'][number];
export type Conflict = Overview['conflicts'][number];
