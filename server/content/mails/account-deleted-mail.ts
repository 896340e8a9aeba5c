import { PRODUCT_NAME } from '#contract/texts.ts';
import type { OutgoingMail } from '#server/lib/outgoing-mail.ts';
import { layMail } from './mail-layout.ts';

/** The last mail, sent when everything is gone. */
export function accountDeletedMail(to: string, publicUrl: string): OutgoingMail {
  return {
    to,
    subject: `Your ${PRODUCT_NAME} account is deleted`,
    ...layMail({
      heading: 'Your account is deleted',
      lines: [
        'As you asked, we have deleted your account with everything in it: your conversations, your profile, your sign-in data and your security log.',
        'What stays are keyed hashes of your address, and of sign-in accounts that were linked, which only say that they have had their free trial. They do not show them.',
        'Thank you for working with the team. This is the last mail you get from us.',
      ],
      button: { url: `${publicUrl}/privacy`, label: 'What we keep and why' },
    }),
  };
}
