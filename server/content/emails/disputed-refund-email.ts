import { PRODUCT_NAME } from '#contract/texts.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { layOutEmail } from './email-layout.ts';
import { usd } from './money-words.ts';

/** Why we wanted to pay it back. */
const REASONS = {
  guarantee: 'asked for their money back under the guarantee',
  duplicate: 'paid for a second plan while they already had one',
  unconfirmed: 'bought a plan as a guest and never confirmed the address',
} as const;

export type DisputedRefund = {
  /** Whose payment it is. */
  email: string;
  reason: keyof typeof REASONS;
  /** The ids are Stripe's. */
  disputed: readonly { customerId: string; paymentId: string; cents: number }[];
};

/** To the operator, when a refund was abandoned because the customer disputed the payment. */
export function disputedRefundEmail(to: string, { email, reason, disputed }: DisputedRefund): OutgoingEmail {
  const amount = usd(disputed.reduce((sum, { cents }) => sum + cents, 0));
  return {
    to,
    subject: `${PRODUCT_NAME} couldn’t refund a disputed payment of ${amount}`,
    ...layOutEmail({
      heading: `We couldn’t refund ${amount}`,
      lines: [
        `${email} ${REASONS[reason]}, but also disputed the payment with their bank. Stripe doesn’t refund a disputed payment, so we won’t try again.`,
        'Nothing else is left to do here: we’ve ended the plan and refunded everything else they paid. Answer or accept the dispute in the Stripe dashboard. If the bank decides for them, it pays them back.',
      ],
      facts: disputed.flatMap(({ customerId, paymentId, cents }): [string, string][] => [
        ['Amount', usd(cents)],
        ['Payment', paymentId],
        ['Customer', customerId],
      ]),
    }),
  };
}
