import { createFileRoute, redirect } from '@tanstack/react-router';
import { useState } from 'react';
import { CheckoutPage } from '#src/features/checkout/checkout-page.tsx';
import { parseCheckoutSearch } from '#src/lib/checkout-search.ts';
import { privateHead } from '#src/lib/page-head.ts';
import { Loading } from '#src/shell/loading.tsx';

export const Route = createFileRoute('/checkout')({
  ssr: false,
  validateSearch: parseCheckoutSearch,
  head: () => privateHead('Checkout'),
  beforeLoad: async ({ location, search: { plan, email, discount } }) => {
    const { whoEnters } = await import('#src/lib/session.ts');
    const who = await whoEnters();
    // Back here with everything that the address carries (spec §2 "/checkout").
    const redirectTo = location.href;
    if (who === 'half-signed-in')
      throw redirect({ to: '/auth/challenge', search: { redirect: redirectTo }, replace: true });
    // The first-time discount is for those who have no account yet.
    const asNew = discount === 'first-time' ? { plan, tab: 'signup' as const } : {}; // reason: the tab's type is a union
    if (who === 'nobody')
      throw redirect({ to: '/auth', search: { redirect: redirectTo, email, ...asNew }, replace: true });
  },
  pendingMs: 0,
  pendingComponent: Loading,
  component: CheckoutRoute,
});

function CheckoutRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  // The address follows: the guard of this route has to answer first, and a choice must not wait for it.
  const [choice, setChoice] = useState({ plan: search.plan, billing: search.billing });
  return (
    <CheckoutPage
      search={{ ...search, ...choice }}
      onChoose={(changed) => {
        const next = { ...choice, ...changed };
        setChoice(next);
        void navigate({ search: (old) => ({ ...old, ...next }), replace: true, resetScroll: false });
      }}
    />
  );
}
