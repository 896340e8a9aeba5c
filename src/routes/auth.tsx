import { createFileRoute } from '@tanstack/react-router';
import { AuthPage } from '#src/features/auth/sign-in/auth-page.tsx';
import { parseAuthSearch } from '#src/domain/session/auth-search.ts';
import type { PageReads } from '#src/domain/site/page-reads.ts';
import { publicHead } from '#src/domain/site/page-head.ts';
import { AuthLayout } from '#src/shell/auth-layout.tsx';

/** In the browser, the page renders first and then asks. */
const isSignedOut = async (reads: PageReads) => import.meta.env.SSR && (await reads.signInStage()) === 'signed-out';

export const Route = createFileRoute('/auth')({
  validateSearch: parseAuthSearch,
  head: () => publicHead('Sign in', 'Sign in to Tenfold, or create an account and meet your ten AI teammates.'),
  loader: ({ context }) => isSignedOut(context.reads),
  component: () => (
    <AuthLayout isSignedOut={Route.useLoaderData()}>
      <AuthPage />
    </AuthLayout>
  ),
});
