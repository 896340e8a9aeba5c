import { createFileRoute } from '@tanstack/react-router';
import { publicHead } from '#src/domain/site/page-head.ts';
import { TermsPage } from '#src/features/marketing/legal/terms-page.tsx';

export const Route = createFileRoute('/_site/terms')({
  head: () => publicHead('Terms', 'The rules for using Tenfold, in plain words.'),
  component: TermsPage,
});
