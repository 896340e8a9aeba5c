import type { SubscriptionState } from '#src/domain/subscription/subscription.ts';

type Refunded = Pick<SubscriptionState, 'refund' | 'current'>;

/** What is said after a refund was asked for: whether it is done, or the payment provider did not take it yet. */
export function refundNews(planName: string, { refund, current }: Refunded): { title: string; text: string } {
  if (refund === 'done')
    return {
      title: 'Your money is on its way back',
      text: `${planName} has ended. The invoice shows the refund.`,
    };
  const end = current ? `${planName} ends with it.` : `${planName} has ended.`;
  return {
    title: 'Your refund is underway',
    text: `We have noted it, and try again by ourselves until the payment provider takes it. ${end}`,
  };
}
