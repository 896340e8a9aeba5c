import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#src/api/trpc.ts';

type Outputs = inferRouterOutputs<AppRouter>;

/** What the server knows about the person's checkout. */
export type CheckoutTerms = Outputs['billing']['terms'];

/** What the checkout starts with. `profile` only starts the estimate; null: it couldn't be read. */
export type CheckoutStart = {
  terms: CheckoutTerms;
  profile: Pick<Outputs['profile']['get'], 'businessSize' | 'revenueRange'> | null;
};
