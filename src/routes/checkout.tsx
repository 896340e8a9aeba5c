import { createFileRoute, redirect } from '@tanstack/react-router';
import { startTransition, useOptimistic } from 'react';
import { CheckoutPage } from '#src/features/checkout/checkout-page.tsx';
import { parseCheckoutSearch, type CheckoutSearch } from '#src/domain/checkout/checkout-search.ts';
import { privateHead } from '#src/domain/site/page-head.ts';

export const Route = createFileRoute('/checkout')({
  validateSearch: parseCheckoutSearch,
  head: () => privateHead('Checkout'),
  beforeLoad: async ({ cause, context, location, search: { plan, email, discount } }) => {
    // A choice changes only the URL; the server checks every call of the page anyway.
    if (cause === 'stay') return;
    const who = await context.reads.signInStage();
    // Returns here with everything that the URL carries (CHECKOUT-2).
    const redirectTo = location.href;
    if (who === 'second-factor-pending')
      throw redirect({ to: '/auth/challenge', search: { redirect: redirectTo }, replace: true });
    // The first-time discount is for people who have no account yet.
    const asNew = discount === 'first-time' ? { plan, tab: 'signup' as const } : {}; // reason: the tab's type is a union
    if (who === 'signed-out')
      throw redirect({ to: '/auth', search: { redirect: redirectTo, email, ...asNew }, replace: true });
  },
  loader: ({ context }) => context.reads.checkoutStart(),
  component: CheckoutRoute,
});

function CheckoutRoute() {
  const search = Route.useSearch();
  const start = Route.useLoaderData();
  const navigate = Route.useNavigate();
  // A choice shows immediately; the URL then follows, so that back and forward work.
  const [shown, choose] = useOptimistic(search, (old, changed: Partial<CheckoutSearch>) => ({ ...old, ...changed }));
  return (
    <CheckoutPage
      search={shown}
      start={start}
      onChoose={(changed) =>
        startTransition(async () => {
          choose(changed);
          await navigate({ search: (old) => ({ ...old, ...changed }), replace: true, resetScroll: false });
        })
      }
    />
  );
}
