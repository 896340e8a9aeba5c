import { createFileRoute, redirect } from '@tanstack/react-router';
import { GuestSuccessPage } from '#src/features/checkout/outcome/guest-success-page.tsx';
import { SuccessPage } from '#src/features/checkout/outcome/success-page.tsx';
import { privateHead } from '#src/domain/site/page-head.ts';
import { parseSuccessSearch } from '#src/domain/checkout/success-search.ts';
import { Loading } from '#src/shell/loading.tsx';

export const Route = createFileRoute('/success')({
  ssr: false,
  validateSearch: parseSuccessSearch,
  head: () => privateHead('Welcome'),
  beforeLoad: async ({ location, search }) => {
    const { whoEnters } = await import('#src/domain/session/session.ts');
    const who = await whoEnters();
    const back = { search: { redirect: location.href }, replace: true };
    if (who === 'half-signed-in') throw redirect({ to: '/auth/challenge', ...back });
    // A guest has no account yet; whether there is a purchase of theirs, the page asks.
    if (who === 'nobody' && search.session_id === undefined) throw redirect({ to: '/auth', ...back });
    return { isGuest: who === 'nobody' };
  },
  pendingMs: 0,
  pendingComponent: Loading,
  component: SuccessRoute,
});

function SuccessRoute() {
  const { session_id: sessionId } = Route.useSearch();
  const { isGuest } = Route.useRouteContext();
  return isGuest && sessionId !== undefined ? (
    <GuestSuccessPage sessionId={sessionId} />
  ) : (
    <SuccessPage sessionId={sessionId} />
  );
}
