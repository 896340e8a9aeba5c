import { createFileRoute } from '@tanstack/react-router';
import { ConfirmEmailPage } from '#src/features/auth/from-email/confirm-email-page.tsx';
import { parseToken } from '#src/domain/session/auth-search.ts';
import { privateHead } from '#src/domain/site/page-head.ts';

export const Route = createFileRoute('/auth_/confirm-email')({
  validateSearch: parseToken,
  head: () => privateHead('Confirm your new address'),
  component: ConfirmEmailPage,
});
