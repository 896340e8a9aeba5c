import { createFileRoute, redirect } from '@tanstack/react-router';
import { safeRedirectPath } from '#contract/account/redirect-path.ts';
import { ChallengePage } from '#src/features/auth/second-factor/challenge-page.tsx';
import { privateHead } from '#src/domain/site/page-head.ts';
import { Loading } from '#src/shell/loading.tsx';

export const Route = createFileRoute('/auth_/challenge')({
  // Only the browser knows whose second factor it is.
  ssr: false,
  validateSearch: (search: Record<string, unknown>): { redirect?: string } => ({
    redirect: safeRedirectPath(search['redirect']),
  }),
  head: () => privateHead('One more step'),
  beforeLoad: async ({ search }) => {
    const { readSession } = await import('#src/domain/session/session.ts');
    const session = await readSession();
    if (!session) throw redirect({ to: '/auth', search: { redirect: search.redirect }, replace: true });
    if (!session.needsSecondFactor) throw redirect({ href: search.redirect ?? '/dashboard', replace: true });
    return { email: session.user.email, resetCompletesAt: session.resetCompletesAt };
  },
  loader: async ({ context }) => {
    const { readVerifiedFactors } = await import('#src/domain/session/session.ts');
    const { email, resetCompletesAt } = context;
    return { email, resetCompletesAt, factors: await readVerifiedFactors() };
  },
  pendingMs: 0,
  pendingComponent: Loading,
  component: ChallengePage,
});
