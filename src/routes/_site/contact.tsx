import { createFileRoute } from '@tanstack/react-router';
import { isContactTopic, type ContactTopic } from '#contract/site/contact-topics.ts';
import { ContactPage } from '#src/features/contact/contact-page.tsx';
import { publicHead } from '#src/domain/site/page-head.ts';

type ContactSearch = { topic?: ContactTopic; state?: 'sent' };

export const Route = createFileRoute('/_site/contact')({
  validateSearch: ({ topic, state }: Record<string, unknown>): ContactSearch => ({
    topic: isContactTopic(topic) ? topic : undefined,
    state: state === 'sent' ? state : undefined,
  }),
  head: () => publicHead('Contact', 'Ask a question, get help or request done-for-you setup. A person will answer.'),
  component: Contact,
});

function Contact() {
  const { topic = 'question', state } = Route.useSearch();
  return <ContactPage topic={topic} isSent={state === 'sent'} />;
}
