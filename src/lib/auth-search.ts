import { PLANS } from '#contract/plans.ts';
import type { PaidTier } from '#contract/tiers.ts';
import { safeRedirectPath } from './redirect-path.ts';

export type AuthSearch = {
  plan?: PaidTier;
  priceId?: string;
  tab?: 'signin' | 'signup';
  email?: string;
  redirect?: string;
};

/** Reads the query of /auth (spec §2). What makes no sense is left out, never an error. Plain code: a schema library would weigh on every public page. */
export function parseAuthSearch(search: Record<string, unknown>): AuthSearch {
  const { priceId, email, tab } = search;
  return {
    plan: PLANS.find((plan) => plan.id === search['plan'])?.id,
    priceId:
      typeof priceId === 'string' && /^(?:starter|pro|ultimate)_(?:monthly|annual)$/.test(priceId)
        ? priceId
        : undefined,
    tab: tab === 'signin' || tab === 'signup' ? tab : undefined,
    email: typeof email === 'string' && email.length <= 254 ? email : undefined,
    redirect: safeRedirectPath(search['redirect']),
  };
}
