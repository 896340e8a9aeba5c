import type { PaidTier } from '#contract/tiers.ts';
import { safeRedirectPath } from './redirect-path.ts';

type Wish = { plan?: PaidTier; priceId?: string; redirect?: string };

/** Where to go once signed in. A plan counts only with its price (spec §5). */
export function pathAfterSignIn({ plan, priceId, redirect }: Wish): string {
  if (plan && priceId) return `/dashboard/billing?plan=${plan}`;
  return safeRedirectPath(redirect) ?? '/dashboard';
}
