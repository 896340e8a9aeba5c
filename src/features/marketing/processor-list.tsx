import { HISTORY_MESSAGES } from '#contract/chat/chat-history.ts';
import type { ProcessorRole } from '#contract/site/processors.ts';
import { useSite } from '#src/domain/site/site.ts';

const TEXTS: Record<ProcessorRole, { who: string; what: string }> = {
  model: {
    who: 'The model provider',
    what: `writes the answers of your teammates. With each question it receives up to the last ${HISTORY_MESSAGES} messages of that conversation, what your profile says about your business, the language you chose and the date where you are. Of the chatbot on the public pages it receives your question and up to ${HISTORY_MESSAGES} messages before it.`,
  },
  mail: {
    who: 'The mail provider',
    what: 'delivers our emails. It receives your address and the email.',
  },
  payments: {
    who: 'Stripe',
    what: 'takes payments, once you start a checkout. It receives your email address and what you type on its pages: name, card, company and address. When your account is deleted we have your details deleted there; invoices stay, as the law asks.',
  },
  phone: {
    who: 'The message provider',
    what: 'delivers codes to your phone, if you use that. It receives your number and the code.',
  },
  google: { who: 'Google', what: 'learns that you use your account there to sign in here, if you do.' },
  slack: { who: 'Slack', what: 'learns that you use your account there to sign in here, if you do.' },
};

/** Who outside receives something, as this installation is configured. Nobody else is asked for anything. */
export function ProcessorList() {
  const { processors } = useSite();
  const hasSandbox = processors.some(({ host }) => host === null);
  return (
    <>
      <ul>
        {processors.map(({ role, host }) => (
          <li key={role}>
            <strong>{TEXTS[role].who}</strong> ({host ?? 'sandbox'}) {TEXTS[role].what}
          </li>
        ))}
      </ul>
      {hasSandbox && (
        <p>
          Where it says sandbox, a stand-in on this very server plays the part while the product is tried out. Nothing
          leaves the server for it.
        </p>
      )}
    </>
  );
}
