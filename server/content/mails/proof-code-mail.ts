import { PROOF_CODE_MINUTES } from '#contract/account/proof.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import type { OutgoingMail } from '#server/lib/outgoing-mail.ts';
import { layMail } from './mail-layout.ts';

/** Six digits by which somebody shows, inside their account, that the mailbox is theirs. */
export function proofCodeMail(to: string, code: string): OutgoingMail {
  return {
    to,
    subject: `Your ${PRODUCT_NAME} security code`,
    ...layMail({
      heading: 'Your security code',
      lines: ['Type this code on the page that asked for it.'],
      code,
      notes: [
        `The code works once and for ${PROOF_CODE_MINUTES} minutes. Nobody from our side will ever ask you for it.`,
        'If you did not ask for a code, somebody else is signed in to your account: set a new password and sign out everywhere.',
      ],
    }),
  };
}
