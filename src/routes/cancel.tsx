import { createFileRoute } from '@tanstack/react-router';
import { CancelPage } from '#src/features/checkout/outcome/cancel-page.tsx';
import { parseCancelSearch } from '#src/domain/checkout/cancel-search.ts';
import { requireSignIn } from '#src/domain/session/require-sign-in.ts';
import { privateHead } from '#src/domain/site/page-head.ts';
import { Loading } from '#src/shell/loading.tsx';

export const Route = createFileRoute('/cancel')({
  ssr: false,
  validateSearch: parseCancelSearch,
  head: () => privateHead('Checkout canceled'),
  beforeLoad: async ({ location, search }) => {
    // A guest has no account to sign in with, and the page shows nothing personal (ACCESS-5).
    if (search.guest === '1') return;
    await requireSignIn(location.href);
  },
  pendingMs: 0,
  pendingComponent: Loading,
  component: CancelRoute,
});

function CancelRoute() {
  return <CancelPage picked={Route.useSearch()} />;
}
