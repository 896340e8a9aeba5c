import { createFileRoute, redirect } from '@tanstack/react-router';
import { parseBillingSearch } from '#src/domain/checkout/billing-search.ts';

export const Route = createFileRoute('/billing')({
  validateSearch: parseBillingSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/dashboard/billing', search, replace: true });
  },
});
