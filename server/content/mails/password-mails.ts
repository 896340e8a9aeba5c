import { PASSWORD_RESET_MINUTES } from '#contract/account/account-times.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import type { OutgoingMail } from '#server/lib/outgoing-mail.ts';
import { layMail } from './mail-layout.ts';

export function passwordResetMail(to: string, url: string): OutgoingMail {
  return {
    to,
    subject: `Choose a new password for ${PRODUCT_NAME}`,
    ...layMail({
      heading: 'Choose a new password',
      lines: ['Somebody, hopefully you, asked for a new password for your account. You choose it on the next page.'],
      button: { url, label: 'Choose a new password' },
      notes: [
        `The link works for ${PASSWORD_RESET_MINUTES} minutes, once. With the new password you are signed out everywhere else.`,
        'If it was not you, do nothing: your password stays as it is.',
      ],
    }),
  };
}

/** Sent when somebody asks for a link and the address has no account: the screen gives the same answer for both. */
export function noAccountMail(to: string, url: string): OutgoingMail {
  return {
    to,
    subject: `There is no ${PRODUCT_NAME} account with this address`,
    ...layMail({
      heading: 'There is no account with this address',
      lines: [
        `Somebody, perhaps you, asked ${PRODUCT_NAME} for a link to this address. There is no account with it, so there is nothing to open.`,
        'Perhaps you signed up with another address. You can also start anew with this one.',
      ],
      button: { url, label: 'Create an account' },
      notes: ['If it was not you, there is nothing to do. We keep no account and no list with this address.'],
    }),
  };
}
