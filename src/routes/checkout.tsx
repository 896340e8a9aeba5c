import { createFileRoute, redirect } from '@tanstack/react-router';
import { startTransition, useOptimistic } from 'react';
import { CheckoutPage } from '#src/features/checkout/checkout-page.tsx';
import { parseCheckoutSearch, type CheckoutSearch } from '#src/domain/checkout/checkout-search.ts';
import { privateHead } from '#src/domain/site/page-head.ts';

export const Route = createFileRoute('/checkout')({
  validateSearch: parseCheckoutSearch,
  head: () => privateHead('Checkout'),
  beforeLoad: async ({ cause, context, location, search: { plan, email, discount } }) => {
    // A choice changes only the address; every call of the page is checked by the server anyway.
    if (cause === 'stay') return;
    const who = await context.reads.entrance();
    // Back here with everything that the address carries (spec §2 "/checkout").
    const redirectTo = location.href;
    if (who === 'half-signed-in')
      throw redirect({ to: '/auth/challenge', search: { redirect: redirectTo }, replace: true });
    // The first-time discount is for those who have no account yet.
    const asNew = discount === 'first-time' ? { plan, tab: 'signup' as const } : {}; // reason: the tab's type is a union
    if (who === 'nobody')
      throw redirect({ to: '/auth', search: { redirect: redirectTo, email, ...asNew }, replace: true });
  },
  component: CheckoutRoute,
});

function CheckoutRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  // A choice is seen at once; then the address says it, also on the way back and forward.
  const [shown, choose] = useOptimistic(search, (old, changed: Partial<CheckoutSearch>) => ({ ...old, ...changed }));
  return (
    <CheckoutPage
      search={shown}
      onChoose={(changed) =>
        startTransition(async () => {
          choose(changed);
          await navigate({ search: (old) => ({ ...old, ...changed }), replace: true, resetScroll: false });
        })
      }
    />
  );
}
