import { oneLine, plainName, quotedName } from '#contract/quoted-name.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { senderForStrangers } from '#server/lib/text/sender-for-strangers.ts';
import { layOutEmail } from './email-layout.ts';
import { unsubscribeHeaders, type UnsubscribeLinks } from './unsubscribe-headers.ts';

type Written = {
  subject: string;
  /** Plain text; a blank line begins a paragraph. */
  body: string;
  automation: { name: string; url: string };
};
const paragraphs = (text: string): string[] => text.split(/\n\s*\n/).flatMap((part) => part.trim() || []);

/** What an automation's owner has it send to themselves. */
export function ownAutomationEmail(to: string, { subject, body, automation }: Written): OutgoingEmail {
  return {
    to,
    subject: oneLine(subject),
    ...layOutEmail({
      heading: subject,
      lines: paragraphs(body),
      notes: [`Sent by your automation ${quotedName(automation.name)}.`],
      link: { url: automation.url, label: 'Open the automation' },
    }),
  };
}

type Sender = { name: string; address: string };
/** The same to an address that its reader has confirmed. Replies go to the owner. */
export function automationEmail(
  to: string,
  { subject, body }: Pick<Written, 'subject' | 'body'>,
  { sender, stop }: { sender: Sender; stop: UnsubscribeLinks },
): OutgoingEmail {
  return {
    to,
    subject: oneLine(subject),
    replyTo: { ...sender, name: plainName(sender.name) },
    headers: unsubscribeHeaders(stop),
    ...layOutEmail({
      heading: subject,
      lines: paragraphs(body),
      notes: [`${quotedName(sender.name)} sends you these emails with ${PRODUCT_NAME}. You agreed to get them.`],
      link: { url: stop.url, label: 'Stop these emails' },
    }),
  };
}

/** Asks whoever reads this address whether they agree to get emails from someone's automations. Nothing else is sent before. */
export function recipientEmail(
  to: string,
  { sender, url, days }: { sender: { name: string; email: string }; url: string; days: number },
): OutgoingEmail {
  return {
    to,
    subject: `Someone would like to send you emails with ${PRODUCT_NAME}`,
    ...layOutEmail({
      heading: 'Would you like to get these emails?',
      lines: [
        `${senderForStrangers(sender)} would like to send emails to this address with ${PRODUCT_NAME}. They can only do that if you agree.`,
      ],
      button: { url, label: 'Review and answer' },
      notes: [
        `The link works for ${days} days. You can stop the emails at any time, with a link in each of them.`,
        'If you don’t want them, you can ignore this email. You won’t get anything else.',
      ],
    }),
  };
}
