import { EMAIL_CHANGE_HOURS } from '#contract/account/account-times.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { layOutEmail } from './email-layout.ts';

/** To the new address. The old one gets a security notice. */
export function emailChangeEmail(to: string, url: string): OutgoingEmail {
  return {
    to,
    subject: `Confirm your new email address for ${PRODUCT_NAME}`,
    ...layOutEmail({
      heading: 'Confirm your new email address',
      lines: [
        `Someone, hopefully you, wants to switch their ${PRODUCT_NAME} account to this email address. If that's right, confirm it below.`,
      ],
      button: { url, label: 'Use this address' },
      notes: [
        `The link works once and expires in ${EMAIL_CHANGE_HOURS} hours. The account keeps its old address until you use it.`,
        "If this wasn't you, you can ignore this email.",
      ],
    }),
  };
}

/** To the owner of an address that another account tried to switch to. */
export function addressInUseEmail(to: string, url: string): OutgoingEmail {
  return {
    to,
    subject: `Someone tried to use your email address on ${PRODUCT_NAME}`,
    ...layOutEmail({
      heading: 'Your email address already has an account',
      lines: [
        'Someone, perhaps you, tried to switch another account to this email address. You already have an account with it, so nothing changed.',
      ],
      button: { url, label: 'Sign in' },
      notes: [
        'If this was you, delete the account that uses this address first, or pick a different address.',
        "If this wasn't you, you can ignore this email.",
      ],
    }),
  };
}
