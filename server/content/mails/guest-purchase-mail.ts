import { PRODUCT_NAME } from '#contract/texts.ts';
import { dayIn } from '#server/lib/moments.ts';
import type { OutgoingMail } from '#server/lib/outgoing-mail.ts';
import { layMail } from './mail-layout.ts';

/** Sent to the address that somebody bought a plan with who was not signed in. */
export function guestPurchaseMail(
  to: string,
  purchase: { planName: string; hasAccount: boolean; closesAt: Date; publicUrl: string },
): OutgoingMail {
  const { planName, hasAccount, closesAt, publicUrl } = purchase;
  const query = hasAccount ? { redirect: '/dashboard/billing', email: to } : { tab: 'signup', email: to };
  return {
    to,
    subject: `One step left to your ${PRODUCT_NAME} ${planName} plan`,
    ...layMail({
      heading: 'Confirm that this is your address',
      lines: [
        `Somebody, hopefully you, chose the ${planName} plan with this address. It opens as soon as you confirm it.`,
        hasAccount
          ? 'You have an account already: sign in, and you will find the plan on the billing page.'
          : 'Sign up with this address, use the link that we mail you then, and your team is ready.',
      ],
      button: {
        url: `${publicUrl}/auth?${new URLSearchParams(Object.entries(query)).toString()}`,
        label: hasAccount ? 'Sign in' : 'Sign up and confirm',
      },
      notes: [
        `If nobody confirms it, we close it on ${dayIn(closesAt, 'UTC')} and charge nothing.`,
        'If it was not you, do nothing.',
      ],
    }),
  };
}
