import { createFileRoute } from '@tanstack/react-router';
import { ResetPage } from '#src/features/auth/from-email/reset-page.tsx';
import { parseToken } from '#src/domain/session/auth-search.ts';
import { privateHead } from '#src/domain/site/page-head.ts';

export const Route = createFileRoute('/auth_/reset')({
  validateSearch: parseToken,
  head: () => privateHead('Choose a new password'),
  component: ResetPage,
});
