import { PRODUCT_NAME } from '#contract/texts.ts';
import { dayText } from '#contract/dates.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { layOutEmail } from './email-layout.ts';
import { usd } from './money-words.ts';

export type GuestPurchaseFacts = {
  purchaseId: string;
  /** How often the address had been corrected: after another correction, the link says so. */
  corrections: number;
  /** Of the pay page, which the page after paying is opened with. */
  sessionId: string | null;
  planName: string;
  hasAccount: boolean;
  closesAt: Date;
  publicUrl: string;
};

function confirmButton(to: string, { purchaseId, corrections, hasAccount, publicUrl }: GuestPurchaseFacts) {
  const query = {
    purchase: `${purchaseId}.${corrections}`,
    tab: hasAccount ? 'signin' : 'signup',
    email: to,
  };
  return {
    url: `${publicUrl}/success?${new URLSearchParams(query).toString()}`,
    label: hasAccount ? 'Sign in' : 'Sign up and confirm',
  };
}

const howToConfirm = ({ hasAccount }: GuestPurchaseFacts) =>
  hasAccount
    ? "You already have an account. Sign in and you'll find the plan on the billing page."
    : "Sign up with this address, then use the link in the email we send you. That's it: your team is ready.";

const ifNot = ({ closesAt }: GuestPurchaseFacts) =>
  `If you don't confirm, we'll cancel the plan on ${dayText(closesAt, 'UTC')} and you won't be charged.`;

/** Sent to the address a guest bought a plan with, and to the one it was corrected to. */
export function guestPurchaseEmail(to: string, facts: GuestPurchaseFacts): OutgoingEmail {
  const { planName } = facts;
  return {
    to,
    subject: `One more step to start your ${PRODUCT_NAME} ${planName} plan`,
    ...layOutEmail({
      heading: 'Confirm your email address',
      lines: [
        `Someone, hopefully you, chose the ${planName} plan with this email address. The plan is yours as soon as you confirm it.`,
        howToConfirm(facts),
      ],
      button: confirmButton(to, facts),
      notes: [ifNot(facts), "If this wasn't you, you can ignore this email."],
    }),
  };
}

/** Sent up to twice, until the address is confirmed. */
export function guestReminderEmail(to: string, facts: GuestPurchaseFacts): OutgoingEmail {
  const { planName, sessionId, publicUrl } = facts;
  return {
    to,
    subject: `Your ${PRODUCT_NAME} ${planName} plan is still waiting`,
    ...layOutEmail({
      heading: `Your ${planName} plan is still waiting`,
      lines: [
        `Someone, hopefully you, chose the ${planName} plan with this email address, but nobody has confirmed the address yet.`,
        howToConfirm(facts),
      ],
      button: confirmButton(to, facts),
      notes: [
        'Did you mean a different address? Open the page below in the browser you paid with and correct it there.',
        ifNot(facts),
        "If this wasn't you, you can ignore this email.",
      ],
      link: {
        url: `${publicUrl}/success?${new URLSearchParams({ session_id: sessionId ?? '' }).toString()}`,
        label: 'Correct the address',
      },
    }),
  };
}

/** Sent when nobody confirmed the address in time. */
export function guestEndedEmail(
  to: string,
  { planName, refundedCents, publicUrl }: GuestPurchaseFacts & { refundedCents: number },
): OutgoingEmail {
  const isPaid = refundedCents > 0;
  return {
    to,
    subject: isPaid
      ? `Your ${PRODUCT_NAME} refund: ${usd(refundedCents)}`
      : `We canceled your ${PRODUCT_NAME} ${planName} plan`,
    ...layOutEmail({
      heading: isPaid ? `We refunded ${usd(refundedCents)}` : `We canceled your ${planName} plan`,
      lines: [
        `Nobody confirmed this email address, so we canceled the ${planName} plan that was chosen with it.`,
        isPaid
          ? `We sent everything that was paid for it, ${usd(refundedCents)}, back to the card you paid with.`
          : 'Nothing was charged.',
      ],
      button: { url: `${publicUrl}/#pricing`, label: 'See the plans' },
      notes: isPaid
        ? ['How soon the money arrives is up to your bank. It usually takes 5 to 10 business days.']
        : ["If this wasn't you, you can ignore this email."],
    }),
  };
}
