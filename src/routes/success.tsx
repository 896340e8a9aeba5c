import { createFileRoute, redirect } from '@tanstack/react-router';
import { GuestSuccessPage } from '#src/features/checkout/outcome/guest-success-page.tsx';
import { SuccessPage } from '#src/features/checkout/outcome/success-page.tsx';
import { privateHead } from '#src/domain/site/page-head.ts';
import { parseSuccessSearch } from '#src/domain/checkout/success-search.ts';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';
import { Loading } from '#src/shell/loading.tsx';

/** Only in links from emails to guests. */
const GuestLinkPage = lazyPart(
  async () => (await import('#src/features/checkout/outcome/guest-link-page.tsx')).GuestLinkPage,
);

export const Route = createFileRoute('/success')({
  ssr: false,
  validateSearch: parseSuccessSearch,
  head: () => privateHead('Welcome'),
  beforeLoad: async ({ location, search }) => {
    const { readSignInStage } = await import('#src/domain/session/session.ts');
    const who = await readSignInStage();
    const back = { search: { redirect: location.href }, replace: true };
    if (who === 'second-factor-pending') throw redirect({ to: '/auth/challenge', ...back });
    // A guest has no account yet; the page itself asks whether they have a purchase.
    const isAboutPurchase = search.session_id !== undefined || search.purchase !== undefined;
    if (who === 'signed-out' && !isAboutPurchase) throw redirect({ to: '/auth', ...back });
    return { isGuest: who === 'signed-out' };
  },
  pendingMs: 0,
  pendingComponent: Loading,
  component: SuccessRoute,
});

function SuccessRoute() {
  const { session_id: sessionId, purchase, tab, email } = Route.useSearch();
  const { isGuest } = Route.useRouteContext();
  if (purchase !== undefined) return <GuestLinkPage purchase={purchase} tab={tab} email={email} />;
  return isGuest && sessionId !== undefined ? (
    <GuestSuccessPage sessionId={sessionId} />
  ) : (
    <SuccessPage sessionId={sessionId} />
  );
}
