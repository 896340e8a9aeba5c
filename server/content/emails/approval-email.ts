import { AFTER_DEADLINE } from '#contract/automations/automation-texts.ts';
import { fullMomentText } from '#contract/dates.ts';
import { oneLine, quotedName } from '#contract/quoted-name.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';
import { layOutEmail } from './email-layout.ts';

type Asked = {
  title: string;
  body: string;
  automationName: string;
  deadline: Date;
  timeZone: string;
  ifLate: keyof typeof AFTER_DEADLINE;
  /** What happens if it is approved, as a sentence. */
  then: string;
  /** Whether an earlier email had a link that has ended since. */
  isAgain: boolean;
  /** The page that shows the text again, and asks. */
  url: string;
  publicUrl: string;
};

/** An automation asks its owner to approve a text. */
export function approvalEmail(to: string, asked: Asked): OutgoingEmail {
  const { title, body, automationName, deadline, timeZone, ifLate, then, isAgain, url, publicUrl } = asked;
  return {
    to,
    subject: `For your approval: ${cutAtWord(oneLine(title), 90)}`,
    ...layOutEmail({
      heading: title,
      lines: [`Your automation ${quotedName(automationName)} wrote this and is waiting for your answer.`],
      quote: body,
      button: { url, label: 'Read it and answer' },
      notes: [
        `Answer by ${fullMomentText(deadline, timeZone)}. ${AFTER_DEADLINE[ifLate]}`,
        ...(then === '' ? [] : [then]),
        ...(isAgain
          ? ['We’re sending this again because a change to your account turned off the link in our earlier email.']
          : []),
        'The link shows you the text again before anything happens. Don’t forward this email: whoever has the link can answer for you.',
      ],
      link: {
        url: `${publicUrl}/dashboard/power-ups/automations/approvals`,
        label: 'See all approvals, or turn these emails off',
      },
    }),
  };
}
