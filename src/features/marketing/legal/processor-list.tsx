import { HISTORY_MESSAGES } from '#contract/chat/chat-history.ts';
import type { ProcessorRole } from '#contract/site/processors.ts';
import { useSite } from '#src/domain/site/site.ts';

const TEXTS: Record<ProcessorRole, { who: string; what: string }> = {
  model: {
    who: 'The model provider',
    what: `writes your teammates’ answers. With each question it gets up to the last ${HISTORY_MESSAGES} messages of that conversation and a summary of the ones before, what your profile says about your business, what your team knows that fits the question, the language you chose and your local date. It also reads your messages for facts to remember, and writes those summaries. From the chatbot on the public pages, it gets your question and up to ${HISTORY_MESSAGES} messages before it.`,
  },
  mail: {
    who: 'The email provider',
    what: 'delivers our emails. It gets your address and the email.',
  },
  payments: {
    who: 'Stripe',
    what: 'takes payments, once you start a checkout. It gets your email address and what you enter on its pages: name, card, company and address. When your account is deleted, we have your details deleted there too. Invoices stay, as the law requires.',
  },
  phone: {
    who: 'The message provider',
    what: 'delivers codes to your phone, if you’ve added one. It gets your number and the code.',
  },
  google: { who: 'Google', what: 'learns that you sign in here with your account there, if you do.' },
  slack: { who: 'Slack', what: 'learns that you sign in here with your account there, if you do.' },
};

/** The outside companies that receive data, as this installation is configured. No others are contacted. */
export function ProcessorList() {
  const { processors } = useSite();
  const hasSandbox = processors.some(({ host }) => host === null);
  return (
    <>
      <ul>
        {processors.map(({ role, host }) => (
          <li key={role}>
            <strong>{TEXTS[role].who}</strong>
            <span>{` (${host ?? 'sandbox'}) ${TEXTS[role].what}`}</span>
          </li>
        ))}
      </ul>
      {hasSandbox && (
        <p>
          Where it says sandbox, a stand-in on this server plays that part so the product can be tried out. Nothing
          leaves the server for it.
        </p>
      )}
    </>
  );
}
