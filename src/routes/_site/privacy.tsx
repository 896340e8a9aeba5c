import { createFileRoute } from '@tanstack/react-router';
import { publicHead } from '#src/domain/site/page-head.ts';
import { PrivacyPage } from '#src/features/marketing/legal/privacy-page.tsx';

export const Route = createFileRoute('/_site/privacy')({
  head: () => publicHead('Privacy', 'What we keep, why, and how to get it deleted.'),
  component: PrivacyPage,
});
