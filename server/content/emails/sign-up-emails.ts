import { CONFIRMATION_HOURS } from '#contract/account/account-times.ts';
import { FORMER_EMAIL_DAYS } from '#contract/account/ways-in.ts';
import { TRIAL_DAYS } from '#contract/billing/plans.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { layOutEmail } from './email-layout.ts';

export function confirmationEmail(to: string, url: string): OutgoingEmail {
  return {
    to,
    subject: `Confirm your email for ${PRODUCT_NAME}`,
    ...layOutEmail({
      heading: 'Confirm your email address',
      lines: [
        `Ten teammates are ready to meet you. Confirm your email address to start your ${TRIAL_DAYS}-day free trial.`,
      ],
      button: { url, label: 'Confirm my email' },
      notes: [
        `The link works once and expires in ${CONFIRMATION_HOURS} hours.`,
        "If you didn't sign up, you can ignore this email. Nobody can use an account with your address until you confirm it.",
      ],
    }),
  };
}

/** Sent when someone signs up with an address that already has an account. The screen says the same either way. */
/** `isFormer`: the account had this address until recently, and can get it back. */
export function alreadyRegisteredEmail(
  { email, isFormer }: { email: string; isFormer: boolean },
  publicUrl: string,
): OutgoingEmail {
  if (isFormer) return formerlyRegisteredEmail(email, `${publicUrl}/auth/forgot`);
  return {
    to: email,
    subject: `You already have a ${PRODUCT_NAME} account`,
    ...layOutEmail({
      heading: 'You already have an account',
      lines: [
        'Someone, perhaps you, tried to sign up with this email address. You already have an account, so nothing changed.',
      ],
      button: { url: `${publicUrl}/auth`, label: 'Sign in' },
      notes: [
        'Forgot your password? You can reset it on the sign-in page.',
        "If this wasn't you, you can ignore this email.",
      ],
    }),
  };
}

function formerlyRegisteredEmail(to: string, url: string): OutgoingEmail {
  return {
    to,
    subject: `This was your ${PRODUCT_NAME} email address until recently`,
    ...layOutEmail({
      heading: 'This was your email address until recently',
      lines: [
        `Someone, perhaps you, tried to sign up with this email address. It belonged to an account that switched to another address less than ${FORMER_EMAIL_DAYS} days ago, so we didn't create a new account.`,
        'If that account is yours, you can get it back: set a new password using this address, and the account switches back to it.',
      ],
      button: { url, label: 'Get my account back' },
      notes: [
        `To open a new account with this address, wait until ${FORMER_EMAIL_DAYS} days after the switch.`,
        "If this wasn't you, you can ignore this email.",
      ],
    }),
  };
}

/** Sent when someone asks for another confirmation link for a confirmed address. */
export function alreadyConfirmedEmail(to: string, url: string): OutgoingEmail {
  return {
    to,
    subject: `Your ${PRODUCT_NAME} account is ready`,
    ...layOutEmail({
      heading: 'Your email address is already confirmed',
      lines: [
        "Someone, perhaps you, asked for another confirmation link. You don't need one: your account is ready to use.",
      ],
      button: { url, label: 'Sign in' },
      notes: ["If this wasn't you, you can ignore this email."],
    }),
  };
}
