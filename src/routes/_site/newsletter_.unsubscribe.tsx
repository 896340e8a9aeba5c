import { createFileRoute } from '@tanstack/react-router';
import { NewsletterPage } from '#src/features/newsletter/newsletter-page.tsx';
import { PressPage } from '#src/features/newsletter/press-page.tsx';
import { parseToken } from '#src/domain/session/auth-search.ts';
import { privateHead } from '#src/domain/site/page-head.ts';

export const Route = createFileRoute('/_site/newsletter_/unsubscribe')({
  validateSearch: parseToken,
  head: () => privateHead('Unsubscribe'),
  component: Unsubscribe,
});

function Unsubscribe() {
  const { token } = Route.useSearch();
  if (token === undefined) return <NewsletterPage state="NEWSLETTER_LINK_INVALID" />;
  return (
    <PressPage
      title="Leave the letter?"
      text="One press takes your address off the list, at once. Nothing else of yours is touched."
      action="/newsletter/unsubscribe"
      token={token}
      button="Unsubscribe"
    />
  );
}
