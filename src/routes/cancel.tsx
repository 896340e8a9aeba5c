import { createFileRoute, redirect } from '@tanstack/react-router';
import { CancelPage } from '#src/features/checkout/outcome/cancel-page.tsx';
import { privateHead } from '#src/domain/site/page-head.ts';
import { Loading } from '#src/shell/loading.tsx';

export const Route = createFileRoute('/cancel')({
  ssr: false,
  validateSearch: ({ guest }: Record<string, unknown>): { guest?: '1' } => ({
    guest: guest === '1' ? guest : undefined,
  }),
  head: () => privateHead('Checkout canceled'),
  beforeLoad: async ({ location, search }) => {
    // A guest has nothing to sign in with, and the page holds nothing of anybody's (spec §6 "Protected").
    if (search.guest === '1') return;
    const { whoEnters } = await import('#src/domain/session/session.ts');
    const who = await whoEnters();
    const back = { search: { redirect: location.href }, replace: true };
    if (who === 'nobody') throw redirect({ to: '/auth', ...back });
    if (who === 'half-signed-in') throw redirect({ to: '/auth/challenge', ...back });
  },
  pendingMs: 0,
  pendingComponent: Loading,
  component: CancelPage,
});
