import { PAID_TIERS, type PaidTier } from '#contract/billing/tiers.ts';

export type BillingSearch = { plan?: PaidTier; success?: 'true'; canceled?: 'true' };

const onlyTrue = (value: unknown) => (value === 'true' ? value : undefined);

/** Reads the query of /dashboard/billing (BILL-13) and drops what makes no sense. */
export function parseBillingSearch(search: Record<string, unknown>): BillingSearch {
  return {
    plan: PAID_TIERS.find((tier) => tier === search['plan']),
    success: onlyTrue(search['success']),
    canceled: onlyTrue(search['canceled']),
  };
}
