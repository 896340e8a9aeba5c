import { createFileRoute } from '@tanstack/react-router';
import { PAID_TIERS, type PaidTier } from '#contract/tiers.ts';
import { BillingPage } from '#src/features/billing/billing-page.tsx';
import { privateHead } from '#src/lib/page-head.ts';

export const Route = createFileRoute('/_app/dashboard/billing')({
  validateSearch: (search: Record<string, unknown>): { plan?: PaidTier } => ({
    plan: PAID_TIERS.find((tier) => tier === search['plan']),
  }),
  head: () => privateHead('Billing'),
  component: BillingPage,
});
