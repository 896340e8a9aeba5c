import { PAID_TIERS, type PaidTier } from '#contract/billing/tiers.ts';

export type BillingSearch = { plan?: PaidTier; success?: 'true'; canceled?: 'true' };

const onlyTrue = (value: unknown) => (value === 'true' ? value : undefined);

/** Reads the query of /dashboard/billing (spec §2 "Billing screen"). What makes no sense is left out. */
export function parseBillingSearch(search: Record<string, unknown>): BillingSearch {
  return {
    plan: PAID_TIERS.find((tier) => tier === search['plan']),
    success: onlyTrue(search['success']),
    canceled: onlyTrue(search['canceled']),
  };
}
