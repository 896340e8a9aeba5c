import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#src/api/trpc.ts';

/** What the server knows of the person's checkout. */
export type CheckoutTerms = inferRouterOutputs<AppRouter>['billing']['terms'];
