import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#src/api/trpc.ts';

type Outputs = inferRouterOutputs<AppRouter>;
/** How a person's subscription stands, as `billing.subscription` says it. */
export type SubscriptionState = Outputs['billing']['subscription'];
export type CurrentPlan = NonNullable<SubscriptionState['current']>;
