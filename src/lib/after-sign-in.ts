import { safeRedirectPath } from '#contract/redirect-path.ts';
import type { PaidTier } from '#contract/tiers.ts';
import { readPriceId } from '#contract/plans.ts';

/** What somebody wanted before they had to sign in. */
export type Wish = { plan?: PaidTier; priceId?: string; redirect?: string };
export type PlanChoice = { plan: PaidTier; priceId: string };

const HOME = '/dashboard';

function checkoutPath(priceId: string | undefined): string | undefined {
  const price = readPriceId(priceId);
  return price && `/checkout?${new URLSearchParams({ plan: price.plan, billing: price.cycle })}`;
}

/** Where to go from /auth once signed in: a price leads to its checkout (spec §2 "/auth"). */
export function pathAfterSignIn({ priceId, redirect }: Wish): string {
  return checkoutPath(priceId) ?? safeRedirectPath(redirect) ?? HOME;
}

/** Back on /auth, from where the plan is carried on. It counts only with its price (spec §5, §7). */
function pathToAuth({ plan, priceId }: Wish): string | undefined {
  return plan && priceId ? `/auth?${new URLSearchParams({ plan, priceId })}` : undefined;
}

/** Where to go after the link of a mail. `kept` is what this browser remembers, `planChoice` what the mail brought along. */
export function pathAfterLink(planChoice: PlanChoice | null, kept: Wish | null): string {
  const remembered = kept ?? {};
  return pathToAuth(remembered) ?? safeRedirectPath(remembered.redirect) ?? pathToAuth(planChoice ?? {}) ?? HOME;
}

/** The plan that a confirmation mail has to bring along: the one of the address, or of the checkout that asked for the sign-in. */
export function planChoiceOf({ plan, priceId, redirect }: Wish): PlanChoice | undefined {
  if (plan && priceId) return { plan, priceId };
  const [path, query] = (safeRedirectPath(redirect) ?? '').split(/[?#]/);
  if (path !== '/checkout') return undefined;
  const wanted = new URLSearchParams(query);
  const wantedPrice = `${wanted.get('plan') ?? 'pro'}_${wanted.get('billing') ?? 'monthly'}`;
  const price = readPriceId(wantedPrice);
  return price && { plan: price.plan, priceId: wantedPrice };
}
