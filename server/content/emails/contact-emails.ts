import { CONTACT_ANSWER, CONTACT_TOPICS, type ContactTopic } from '#contract/site/contact-topics.ts';
import { plainName, quotedName } from '#contract/quoted-name.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { fullMomentText } from '#contract/dates.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { layOutEmail } from './email-layout.ts';

export type ContactWords = { topic: ContactTopic; name: string; email: string; message: string; createdAt: Date };

const labelOf = (topic: ContactTopic) => CONTACT_TOPICS.find(({ id }) => id === topic)?.label ?? topic;

/** To us. A reply goes to the person who filled in the form. */
export function contactEmail(to: string, { topic, name, email, message, createdAt }: ContactWords): OutgoingEmail {
  return {
    to,
    subject: `Contact form: ${labelOf(topic)}${name === '' ? '' : `, from ${quotedName(name)}`}`,
    replyTo: { name: plainName(name), address: email },
    ...layOutEmail({
      heading: labelOf(topic),
      lines: ['Someone sent this through the contact form. Reply to this email to answer them.'],
      facts: [
        ['Name', name === '' ? 'not given' : name],
        ['Email', email],
        ['Sent', fullMomentText(createdAt, 'UTC')],
      ],
      quote: message,
    }),
  };
}

/**
 * To the person who filled in the form. The address is unverified, so nothing they typed is quoted: the form must not send strangers' words
 * in our name.
 */
export function contactReceiptEmail({
  topic,
  email,
  createdAt,
}: Pick<ContactWords, 'topic' | 'email' | 'createdAt'>): OutgoingEmail {
  return {
    to: email,
    subject: `We got your message to ${PRODUCT_NAME}`,
    ...layOutEmail({
      heading: 'We got your message',
      lines: [CONTACT_ANSWER],
      facts: [
        ['About', labelOf(topic)],
        ['Sent', fullMomentText(createdAt, 'UTC')],
      ],
      notes: ["If you didn't write to us, someone typed your address by mistake. You can ignore this email."],
    }),
  };
}
