import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#src/api/trpc.ts';

type Outputs = inferRouterOutputs<AppRouter>;
/** A person's subscription, as `billing.subscription` returns it. */
export type SubscriptionState = Outputs['billing']['subscription'];
export type CurrentPlan = NonNullable<SubscriptionState['current']>;
/** What a change of plan costs and does. */
export type PlanChangePreview = Outputs['billing']['previewChange'];
