import { createFileRoute, redirect } from '@tanstack/react-router';
import { parseCheckoutSearch } from '#src/lib/checkout-search.ts';
import { privateHead } from '#src/lib/page-head.ts';
import { Loading } from '#src/shell/loading.tsx';

export const Route = createFileRoute('/checkout')({
  ssr: false,
  validateSearch: parseCheckoutSearch,
  head: () => privateHead('Checkout'),
  beforeLoad: async ({ location, search: { plan, email } }) => {
    const { readSession } = await import('#src/lib/session.ts');
    // Back here with everything that the address carries (spec §2 "/checkout").
    const back = { redirect: location.href, email };
    if (!(await readSession())) throw redirect({ to: '/auth', search: back, replace: true });
    throw redirect({ to: '/dashboard/billing', search: { plan }, replace: true });
  },
  pendingMs: 0,
  pendingComponent: Loading,
});
