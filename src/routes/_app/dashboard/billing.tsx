import { createFileRoute } from '@tanstack/react-router';
import { BillingPage } from '#src/features/billing/billing-page.tsx';
import { privateHead } from '#src/lib/page-head.ts';

export const Route = createFileRoute('/_app/dashboard/billing')({
  head: () => privateHead('Billing'),
  component: BillingPage,
});
