import { CONFIRMATION_HOURS } from '#contract/account/account-times.ts';
import { TRIAL_DAYS } from '#contract/billing/plans.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import type { OutgoingMail } from '#server/lib/outgoing-mail.ts';
import { layMail } from './mail-layout.ts';

export function confirmationMail(to: string, url: string): OutgoingMail {
  return {
    to,
    subject: `Confirm your email for ${PRODUCT_NAME}`,
    ...layMail({
      heading: 'Confirm your email address',
      lines: [
        `Ten teammates are ready to meet you. Confirm that this is your address and your ${TRIAL_DAYS}-day free trial begins.`,
      ],
      button: { url, label: 'Confirm my email' },
      notes: [
        `The link works for ${CONFIRMATION_HOURS} hours, once.`,
        'If you did not ask for it, do nothing: no account opens without it.',
      ],
    }),
  };
}

/** Sent when somebody signs up with an address that has an account: the screen gives the same answer for both. */
export function alreadyRegisteredMail(to: string, url: string): OutgoingMail {
  return {
    to,
    subject: `You already have a ${PRODUCT_NAME} account`,
    ...layMail({
      heading: 'You already have an account',
      lines: ['Somebody, perhaps you, signed up with this address. It has an account already, so nothing was changed.'],
      button: { url, label: 'Sign in' },
      notes: [
        'Forgotten the password? The sign-in page can send you a link to choose a new one.',
        'If it was not you, there is nothing to do.',
      ],
    }),
  };
}

/** Sent when somebody asks for another confirmation link and the address is confirmed. */
export function alreadyConfirmedMail(to: string, url: string): OutgoingMail {
  return {
    to,
    subject: `Your ${PRODUCT_NAME} account is open`,
    ...layMail({
      heading: 'Your address is confirmed already',
      lines: ['Somebody, perhaps you, asked for another confirmation link. You do not need one: your account is open.'],
      button: { url, label: 'Sign in' },
      notes: ['If it was not you, there is nothing to do.'],
    }),
  };
}
