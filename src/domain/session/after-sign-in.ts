import { safeRedirectPath } from '#contract/account/redirect-path.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { readPriceId } from '#contract/billing/plans.ts';

/** What somebody wanted before they had to sign in. */
export type SignUpIntent = { plan?: PaidTier; priceId?: string; redirect?: string };
export type PlanChoice = { plan: PaidTier; priceId: string };

const HOME = '/dashboard';

function checkoutPath(priceId: string | undefined): string | undefined {
  const price = readPriceId(priceId);
  return price && `/checkout?${new URLSearchParams({ plan: price.plan, billing: price.cycle })}`;
}

/** Where to go from /auth once signed in: a price leads to its checkout (spec §2 "/auth"). */
export function pathAfterSignIn({ priceId, redirect }: SignUpIntent): string {
  return checkoutPath(priceId) ?? safeRedirectPath(redirect) ?? HOME;
}

/** Back on /auth, from where the plan is carried on. It counts only with its price (spec §5, §7). */
function pathToAuth({ plan, priceId }: SignUpIntent): string | undefined {
  return plan && priceId ? `/auth?${new URLSearchParams({ plan, priceId })}` : undefined;
}

/** What the link of a mail brings along: what was wanted when it was asked for. */
type Brought = { planChoice: PlanChoice | null; redirect: string | null };

/** Where to go after the link of a mail. `kept` is what this browser remembers; another one has only what the mail brought. */
export function pathAfterLink({ planChoice, redirect }: Brought, kept: SignUpIntent | null): string {
  const wishes: SignUpIntent[] = [kept ?? {}, { ...planChoice, redirect: redirect ?? undefined }];
  for (const wish of wishes) {
    const path = pathToAuth(wish) ?? safeRedirectPath(wish.redirect);
    if (path) return path;
  }
  return HOME;
}

/** The plan of an address: only with its price (spec §5). */
export function planChoiceOf({ plan, priceId }: SignUpIntent): PlanChoice | undefined {
  return plan && priceId ? { plan, priceId } : undefined;
}
