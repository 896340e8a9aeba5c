import { useEffect, useRef } from 'react';
import { CONTACT_ANSWER, isContactTopic } from '#contract/site/contact-topics.ts';
import { useSite } from '#src/domain/site/site.ts';
import { ContactForm } from './contact-form.tsx';
import { useContactForm } from './use-contact-form.ts';
import './contact.css';

/** Shown after the message is saved; `hasFocus` if it replaces the form. */
function Sent({ hasFocus }: { hasFocus: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasFocus) heading.current?.focus();
  }, [hasFocus]);
  return (
    <div className="section-head">
      <h1 className="h1 quiet-focus" ref={heading} tabIndex={-1}>
        We got your message
      </h1>
      <p className="lede">{CONTACT_ANSWER} We’ve emailed you a confirmation.</p>
      <p>
        <a className="link" href="/">
          Back to home
        </a>
      </p>
    </div>
  );
}

/** `/contact`. A topic that there isn't is a question. */
export function ContactPage({ topic, isSent }: { topic: string | undefined; isSent: boolean }) {
  const { supportEmail, salesEmail } = useSite();
  const contact = useContactForm();
  if (isSent || contact.isSent)
    return (
      <div className="wrap contact">
        <Sent hasFocus={contact.isSent} />
      </div>
    );
  return (
    <div className="wrap contact">
      <div className="section-head">
        <h1 className="h1">Write to us</h1>
        <p className="lede">Ask before you try it, or tell us what isn’t working. {CONTACT_ANSWER}</p>
        <p className="muted">
          Prefer email? <a href={`mailto:${supportEmail}`}>{supportEmail}</a> for help,{' '}
          <a href={`mailto:${salesEmail}`}>{salesEmail}</a> for plans.
        </p>
      </div>
      <ContactForm {...contact} topic={isContactTopic(topic) ? topic : 'question'} />
    </div>
  );
}
