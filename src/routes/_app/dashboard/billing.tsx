import { createFileRoute } from '@tanstack/react-router';
import { BillingPage } from '#src/features/billing/billing-page.tsx';
import { parseBillingSearch } from '#src/domain/checkout/billing-search.ts';
import { privateHead } from '#src/domain/site/page-head.ts';

export const Route = createFileRoute('/_app/dashboard/billing')({
  validateSearch: parseBillingSearch,
  head: () => privateHead('Billing'),
  component: BillingPage,
});
