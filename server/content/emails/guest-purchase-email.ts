import { PRODUCT_NAME } from '#contract/texts.ts';
import { dayText } from '#contract/dates.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { layOutEmail } from './email-layout.ts';

/** Sent to the address a guest bought a plan with. */
export function guestPurchaseEmail(
  to: string,
  purchase: { planName: string; hasAccount: boolean; closesAt: Date; publicUrl: string },
): OutgoingEmail {
  const { planName, hasAccount, closesAt, publicUrl } = purchase;
  const query = hasAccount ? { redirect: '/dashboard/billing', email: to } : { tab: 'signup', email: to };
  return {
    to,
    subject: `One more step to start your ${PRODUCT_NAME} ${planName} plan`,
    ...layOutEmail({
      heading: 'Confirm your email address',
      lines: [
        `Someone, hopefully you, chose the ${planName} plan with this email address. The plan is yours as soon as you confirm it.`,
        hasAccount
          ? "You already have an account. Sign in and you'll find the plan on the billing page."
          : "Sign up with this address, then use the link in the email we send you. That's it: your team is ready.",
      ],
      button: {
        url: `${publicUrl}/auth?${new URLSearchParams(Object.entries(query)).toString()}`,
        label: hasAccount ? 'Sign in' : 'Sign up and confirm',
      },
      notes: [
        `If you don't confirm, we'll cancel the plan on ${dayText(closesAt, 'UTC')} and you won't be charged.`,
        "If this wasn't you, you can ignore this email.",
      ],
    }),
  };
}
