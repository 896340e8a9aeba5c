import { createFileRoute } from '@tanstack/react-router';
import { ForgotPage } from '#src/features/auth/from-email/forgot-page.tsx';
import { parseForgotSearch } from '#src/domain/session/auth-search.ts';
import { privateHead } from '#src/domain/site/page-head.ts';

export const Route = createFileRoute('/auth_/forgot')({
  validateSearch: parseForgotSearch,
  head: () => privateHead('Forgot your password?'),
  component: ForgotPage,
});
