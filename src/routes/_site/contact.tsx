import { createFileRoute } from '@tanstack/react-router';
import { ContactPage } from '#src/features/contact/contact-page.tsx';
import { publicHead } from '#src/domain/site/page-head.ts';
import { searchText } from '#src/lib/text/search-text.ts';

/** Which topics there are is left to the page: every page loads the list of routes. */
type ContactSearch = { topic?: string; state?: 'sent' };

const TOPIC_MAX = 20;

export const Route = createFileRoute('/_site/contact')({
  validateSearch: ({ topic, state }: Record<string, unknown>): ContactSearch => ({
    topic: searchText(topic, TOPIC_MAX),
    state: state === 'sent' ? state : undefined,
  }),
  head: () => publicHead('Contact', 'Ask a question, get help or request done-for-you setup. A person will answer.'),
  component: Contact,
});

function Contact() {
  const { topic, state } = Route.useSearch();
  return <ContactPage topic={topic} isSent={state === 'sent'} />;
}
