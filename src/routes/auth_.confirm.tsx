import { createFileRoute } from '@tanstack/react-router';
import { ConfirmPage } from '#src/features/auth/confirm-page.tsx';
import { privateHead } from '#src/lib/page-head.ts';
import { ApiProvider } from '#src/shell/api-provider.tsx';

export const Route = createFileRoute('/auth_/confirm')({
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    typeof search['token'] === 'string' ? { token: search['token'] } : {},
  head: () => privateHead('Confirm your email'),
  component: () => (
    <ApiProvider>
      <ConfirmPage />
    </ApiProvider>
  ),
});
