import { GRACE_DAYS } from '#contract/billing/billing-times.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { dayIn } from '#server/lib/moments.ts';
import type { OutgoingMail } from '#server/lib/outgoing-mail.ts';
import { layMail } from './mail-layout.ts';

/** Sent when a payment failed. `keptUntil` is the end of the days of grace. */
export function paymentFailedMail(
  to: string,
  {
    planName,
    keptUntil,
    timeZone,
    publicUrl,
  }: { planName: string; keptUntil: Date; timeZone: string; publicUrl: string },
): OutgoingMail {
  const day = dayIn(keptUntil, timeZone);
  return {
    to,
    subject: `Your ${PRODUCT_NAME} payment failed: your plan is kept until ${day}`,
    ...layMail({
      heading: 'Your payment failed',
      lines: [
        `The last payment for your ${planName} plan did not go through. You keep the plan until ${day}.`,
        'Update your card before then and everything goes on as it is. Otherwise your account goes on with the Free plan; nothing is deleted.',
      ],
      button: { url: `${publicUrl}/dashboard/billing`, label: 'Update my card' },
      notes: [
        `After a failed payment a plan is kept for ${GRACE_DAYS} days, unless it was to end before. If you have paid meanwhile, there is nothing to do.`,
      ],
    }),
  };
}
