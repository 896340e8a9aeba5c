import { GRACE_DAYS } from '#contract/billing/billing-times.ts';
import { yourCard, type Card } from '#contract/billing/card.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { layOutEmail } from './email-layout.ts';
import { billingUrl, cardFact, dayFor, usd, type Payer } from './money-words.ts';

type FailedPayment = {
  planName: string;
  /** What is still due. */
  amountCents: number;
  card: Card | null;
  /** Stripe's page where the invoice can be paid without signing in; null if it isn't known. */
  payUrl: string | null;
  /** The end of the grace period. */
  keptUntil: Date;
  /** Whether this is a later email about the same payment. */
  isReminder: boolean;
};

/** Sent when a payment failed, and again while it is still missing. */
export function paymentFailedEmail(payer: Payer, failed: FailedPayment): OutgoingEmail {
  const { planName, amountCents, card, payUrl, keptUntil, isReminder } = failed;
  const [day, amount] = [dayFor(payer, keptUntil), usd(amountCents)];
  return {
    to: payer.to,
    subject: isReminder
      ? `Your ${PRODUCT_NAME} payment is still open: ${planName} ends on ${day}`
      : `Your ${PRODUCT_NAME} payment failed: update your card before ${day}`,
    ...layOutEmail({
      heading: isReminder ? `Your payment of ${amount} is still open` : 'Your payment failed',
      lines: [
        `The last payment of ${amount} for your ${planName} plan didn't go through on ${yourCard(card)}. You'll keep the plan until ${day}.`,
        "Pay it before then to keep your plan. After that you'll move to Free. You keep everything.",
      ],
      facts: [['Amount', amount], ...cardFact(card)],
      button: payUrl ? { url: payUrl, label: `Pay ${amount}` } : { url: billingUrl(payer), label: 'Update my card' },
      notes: [
        `We keep your plan for ${GRACE_DAYS} days after a failed payment, unless it was already due to end sooner. If you've paid since, you're all set.`,
      ],
      ...(payUrl ? { link: { url: billingUrl(payer), label: 'Change the card for future payments' } } : {}),
    }),
  };
}
