import { createFileRoute } from '@tanstack/react-router';
import { publicHead } from '#src/domain/site/page-head.ts';
import { SecurityPage } from '#src/features/marketing/legal/security-page.tsx';

export const Route = createFileRoute('/_site/security')({
  head: () => publicHead('Security', 'How we protect your account and your data.'),
  component: SecurityPage,
});
