import { createFileRoute } from '@tanstack/react-router';
import { NewsletterPage } from '#src/features/newsletter/newsletter-page.tsx';
import { EmailLinkPage } from '#src/features/newsletter/email-link-page.tsx';
import { parseToken } from '#src/domain/session/auth-search.ts';
import { privateHead } from '#src/domain/site/page-head.ts';

export const Route = createFileRoute('/_site/newsletter_/confirm')({
  validateSearch: parseToken,
  head: () => privateHead('Confirm your address'),
  component: Confirm,
});

function Confirm() {
  const { token } = Route.useSearch();
  if (token === undefined) return <NewsletterPage state="NEWSLETTER_LINK_INVALID" />;
  return (
    <EmailLinkPage
      title="One click and you’re subscribed"
      text="Confirm that you’d like one useful letter a month at this address."
      action="/newsletter/confirm"
      token={token}
      button="Confirm my address"
    />
  );
}
