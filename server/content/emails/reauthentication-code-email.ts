import { REAUTHENTICATION_CODE_MINUTES } from '#contract/account/reauthentication.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { layOutEmail } from './email-layout.ts';

/** Six digits that confirm, from inside an account, that the mailbox belongs to its owner. */
export function reauthenticationCodeEmail(to: string, code: string): OutgoingEmail {
  return {
    to,
    subject: `Your ${PRODUCT_NAME} security code`,
    ...layOutEmail({
      heading: 'Your security code',
      lines: ['Enter this code on the page that asked for it.'],
      code,
      notes: [
        `The code works once and expires in ${REAUTHENTICATION_CODE_MINUTES} minutes. We'll never ask you for it.`,
        "If you didn't ask for a code, someone else is signed in to your account. Set a new password and sign out everywhere.",
      ],
    }),
  };
}
