import { safeRedirectPath } from '#contract/account/redirect-path.ts';
import { BILLING_CYCLES, type BillingCycle } from '#contract/billing/plans.ts';
import { PAID_TIERS, type PaidTier } from '#contract/billing/tiers.ts';
import { searchText } from '#src/lib/text/search-text.ts';

export type CheckoutSearch = {
  plan: PaidTier;
  billing?: BillingCycle;
  discount?: 'first-time' | 'welcome-back';
  urgent?: 'true';
  source?: string;
  email?: string;
  /** Where Back leads: the page of this site that the link was on. The plans on the front page if it is missing. */
  from?: string;
};

const oneOf = <Value extends string>(value: unknown, values: readonly Value[]) => values.find((one) => one === value);
const TEXT_MAX = 254;

/** Reads the query of /checkout (CHECKOUT-1) and drops what makes no sense. */
export function parseCheckoutSearch(search: Record<string, unknown>): CheckoutSearch {
  return {
    plan: oneOf(search['plan'], PAID_TIERS) ?? 'pro',
    billing: oneOf(search['billing'], BILLING_CYCLES),
    discount: oneOf(search['discount'], ['first-time', 'welcome-back']),
    urgent: oneOf(search['urgent'], ['true']),
    source: searchText(search['source'], TEXT_MAX),
    email: searchText(search['email'], TEXT_MAX),
    from: safeRedirectPath(search['from']),
  };
}
