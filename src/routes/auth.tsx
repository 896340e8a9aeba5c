import { createFileRoute } from '@tanstack/react-router';
import { AuthPage } from '#src/features/auth/auth-page.tsx';
import { parseAuthSearch } from '#src/domain/session/auth-search.ts';
import { publicHead } from '#src/domain/site/page-head.ts';
import { AuthLayout } from '#src/shell/auth-layout.tsx';

export const Route = createFileRoute('/auth')({
  validateSearch: parseAuthSearch,
  head: () => publicHead('Sign in', 'Sign in to Tenfold, or create an account and meet your ten AI teammates.'),
  component: () => (
    <AuthLayout>
      <AuthPage />
    </AuthLayout>
  ),
});
