import { createFileRoute } from '@tanstack/react-router';
import { NewsletterPage } from '#src/features/newsletter/newsletter-page.tsx';
import { EmailLinkPage } from '#src/features/newsletter/email-link-page.tsx';
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
    <EmailLinkPage
      title="Unsubscribe from the newsletter?"
      text="One click takes your address off the list right away. Nothing else changes."
      action="/newsletter/unsubscribe"
      token={token}
      button="Unsubscribe"
    />
  );
}
