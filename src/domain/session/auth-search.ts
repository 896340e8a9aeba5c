import { EMAIL_MAX } from '#contract/account/email-address.ts';
import { safeRedirectPath } from '#contract/account/redirect-path.ts';
import { PAID_TIERS, type PaidTier } from '#contract/billing/tiers.ts';
import { readPriceId } from '#contract/billing/plans.ts';
import { searchText } from '#src/lib/text/search-text.ts';

/** The longest token that the server accepts. */
const TOKEN_MAX = 200;

export type AuthSearch = {
  plan?: PaidTier;
  priceId?: string;
  tab?: 'signin' | 'signup';
  email?: string;
  redirect?: string;
  /** The error code of a sign-in that failed at another service. */
  problem?: string;
};

/**
 * Reads the query of /auth (AUTH-1) and drops what makes no sense. Written without a schema library, which would weigh on every
 * public page.
 */
export function parseAuthSearch(search: Record<string, unknown>): AuthSearch {
  const { priceId, email, tab, problem } = search;
  const plan = PAID_TIERS.find((tier) => tier === search['plan']);
  const price = readPriceId(priceId);
  return {
    plan,
    // A price without a plan implies its own plan; a price of another plan is a mistake.
    priceId: typeof priceId === 'string' && price && (!plan || price.plan === plan) ? priceId : undefined,
    tab: tab === 'signin' || tab === 'signup' ? tab : undefined,
    email: searchText(email, EMAIL_MAX),
    redirect: safeRedirectPath(search['redirect']),
    problem: typeof problem === 'string' && /^[A-Z_]{1,40}$/.test(problem) ? problem : undefined,
  };
}

/** Reads the query of /auth/forgot. `notMe`: the person comes from “It wasn't me” in an email. */
export function parseForgotSearch(search: Record<string, unknown>): AuthSearch & { notMe?: 'true' } {
  return { ...parseAuthSearch(search), notMe: search['notMe'] === 'true' ? 'true' : undefined };
}

/** Reads the query of a page that emails link to. */
export function parseToken({ token }: Record<string, unknown>): { token?: string } {
  return { token: searchText(token, TOKEN_MAX) };
}
