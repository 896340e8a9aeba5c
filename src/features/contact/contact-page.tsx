import { useEffect, useRef } from 'react';
import { CONTACT_ANSWER, type ContactTopic } from '#contract/site/contact-topics.ts';
import { useSite } from '#src/domain/site/site.ts';
import { ContactForm } from './contact-form.tsx';
import { useContactForm } from './use-contact-form.ts';
import './contact.css';

/** After the message is kept; `hasFocus` where it takes the place of the form. */
function Sent({ hasFocus }: { hasFocus: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasFocus) heading.current?.focus();
  }, [hasFocus]);
  return (
    <div className="section-head">
      <h1 className="h1 quiet-focus" ref={heading} tabIndex={-1}>
        Your message is here
      </h1>
      <p className="lede">{CONTACT_ANSWER} A receipt is on its way to your address.</p>
      <p>
        <a className="link" href="/">
          Back to home
        </a>
      </p>
    </div>
  );
}

/** `/contact`. */
export function ContactPage({ topic, isSent }: { topic: ContactTopic; isSent: boolean }) {
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
        <p className="lede">Ask before you try it, or tell us what does not work. {CONTACT_ANSWER}</p>
        <p className="muted">
          Rather by mail? <a href={`mailto:${supportEmail}`}>{supportEmail}</a> for help,{' '}
          <a href={`mailto:${salesEmail}`}>{salesEmail}</a> for plans.
        </p>
      </div>
      <ContactForm {...contact} topic={topic} />
    </div>
  );
}
