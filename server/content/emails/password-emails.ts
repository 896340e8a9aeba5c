import { PASSWORD_RESET_MINUTES } from '#contract/account/account-times.ts';
import { NEW_WAY_DAYS } from '#contract/account/ways-in.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { layOutEmail } from './email-layout.ts';

/** `isFormer`: the account has another address now, and the link makes this one its address again. */
export function passwordResetEmail(
  { email, isFormer }: { email: string; isFormer: boolean },
  url: string,
): OutgoingEmail {
  return {
    to: email,
    subject: `Reset your ${PRODUCT_NAME} password`,
    ...layOutEmail({
      heading: 'Reset your password',
      lines: [
        'Someone, hopefully you, asked to reset the password for your account. Use the button below to choose a new one.',
        ...(isFormer
          ? [
              'Your account now uses a different email address. When you choose a new password, your account switches back to this address, and the other one stops working.',
            ]
          : []),
      ],
      button: { url, label: 'Choose a new password' },
      notes: [
        `The link works once and expires in ${PASSWORD_RESET_MINUTES} minutes. A new password signs you out everywhere else and turns off ways to sign in that were added in the last ${NEW_WAY_DAYS} days, until you turn them back on.`,
        "If this wasn't you, you can ignore this email. Your password stays the same until you use this link.",
      ],
    }),
  };
}

/** Sent when a link is requested for an address without an account. The screen says the same either way. */
export function noAccountEmail(to: string, url: string): OutgoingEmail {
  return {
    to,
    subject: `No ${PRODUCT_NAME} account uses this email address`,
    ...layOutEmail({
      heading: 'No account uses this email address',
      lines: [
        `Someone, perhaps you, asked ${PRODUCT_NAME} to send a link to this email address. We don't have an account for it.`,
        'You may have signed up with a different address. Or create an account with this one.',
      ],
      button: { url, label: 'Create an account' },
      notes: ["If this wasn't you, you can ignore this email. We haven't added your address to any list."],
    }),
  };
}
