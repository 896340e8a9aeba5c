import { createFileRoute } from '@tanstack/react-router';
import { ConfirmPage } from '#src/features/auth/from-email/confirm-page.tsx';
import { parseToken } from '#src/domain/session/auth-search.ts';
import { privateHead } from '#src/domain/site/page-head.ts';

export const Route = createFileRoute('/auth_/confirm')({
  validateSearch: parseToken,
  head: () => privateHead('Confirm your email'),
  component: ConfirmPage,
});
