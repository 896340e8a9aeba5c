import { safeRedirectPath } from '#contract/account/redirect-path.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { readPriceId } from '#contract/billing/plans.ts';

/** What someone was about to do before they had to sign in. */
export type SignUpIntent = { plan?: PaidTier; priceId?: string; redirect?: string };
export type PlanChoice = { plan: PaidTier; priceId: string };

const HOME = '/dashboard';

function checkoutPath(priceId: string | undefined): string | undefined {
  const price = readPriceId(priceId);
  return price && `/checkout?${new URLSearchParams({ plan: price.plan, billing: price.cycle })}`;
}

/** Where to go from /auth once signed in: a price leads to its checkout (AUTH-2). */
export function pathAfterSignIn({ priceId, redirect }: SignUpIntent): string {
  return checkoutPath(priceId) ?? safeRedirectPath(redirect) ?? HOME;
}

/** Back on /auth, which passes the plan on. A plan counts only with its price (AUTH-3). */
function pathToAuth({ plan, priceId }: SignUpIntent): string | undefined {
  return plan && priceId ? `/auth?${new URLSearchParams({ plan, priceId })}` : undefined;
}

/** What an email's link carries: the intent at the time it was requested. */
type Brought = { planChoice: PlanChoice | null; redirect: string | null };

/**
 * Where to go after following an email's link. `stored` is what this browser remembers; another browser has only what the email
 * carries.
 */
export function pathAfterLink({ planChoice, redirect }: Brought, stored: SignUpIntent | null): string {
  const intents: SignUpIntent[] = [stored ?? {}, { ...planChoice, redirect: redirect ?? undefined }];
  for (const intent of intents) {
    const path = pathToAuth(intent) ?? safeRedirectPath(intent.redirect);
    if (path) return path;
  }
  return HOME;
}

/** The plan in a URL: only with its price (AUTH-3). */
export function planChoiceOf({ plan, priceId }: SignUpIntent): PlanChoice | undefined {
  return plan && priceId ? { plan, priceId } : undefined;
}
