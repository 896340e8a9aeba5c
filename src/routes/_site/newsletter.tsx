import { createFileRoute } from '@tanstack/react-router';
import { NewsletterPage } from '#src/features/newsletter/newsletter-page.tsx';
import { isNewsletterState, type NewsletterState } from '#src/features/newsletter/newsletter-states.ts';
import { privateHead } from '#src/domain/site/page-head.ts';

export const Route = createFileRoute('/_site/newsletter')({
  validateSearch: ({ state }: Record<string, unknown>): { state?: NewsletterState } => ({
    state: isNewsletterState(state) ? state : undefined,
  }),
  head: () => privateHead('Newsletter'),
  component: Newsletter,
});

function Newsletter() {
  return <NewsletterPage state={Route.useSearch().state} />;
}
