import { CONTACT_ANSWER, CONTACT_TOPICS, type ContactTopic } from '#contract/site/contact-topics.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { momentIn } from '#server/lib/moments.ts';
import type { OutgoingMail } from '#server/lib/outgoing-mail.ts';
import { layMail } from './mail-layout.ts';

export type ContactWords = { topic: ContactTopic; name: string; email: string; message: string; createdAt: Date };

const labelOf = (topic: ContactTopic) => CONTACT_TOPICS.find(({ id }) => id === topic)?.label ?? topic;

/** To us: an answer to it goes to whoever wrote. */
export function contactMail(to: string, { topic, name, email, message, createdAt }: ContactWords): OutgoingMail {
  return {
    to,
    subject: `Contact form: ${labelOf(topic)}${name === '' ? '' : `, from ${name}`}`,
    replyTo: { name, address: email },
    ...layMail({
      heading: labelOf(topic),
      lines: ['Somebody wrote by the contact form. An answer to this mail goes to them.'],
      facts: [
        ['Name', name === '' ? 'not given' : name],
        ['Email', email],
        ['Written', momentIn(createdAt, 'UTC')],
      ],
      quote: message,
    }),
  };
}

/** To whoever wrote. The address was typed and not proved: nobody must send words of theirs to strangers in our name. */
export function contactReceiptMail({
  topic,
  email,
  createdAt,
}: Pick<ContactWords, 'topic' | 'email' | 'createdAt'>): OutgoingMail {
  return {
    to: email,
    subject: `We have your message to ${PRODUCT_NAME}`,
    ...layMail({
      heading: 'Your message is here',
      lines: [CONTACT_ANSWER],
      facts: [
        ['About', labelOf(topic)],
        ['Written', momentIn(createdAt, 'UTC')],
      ],
      notes: ['If you did not write to us, somebody typed your address by mistake. There is nothing to do.'],
    }),
  };
}
