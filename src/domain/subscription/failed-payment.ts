import { yourCard } from '#contract/billing/card.ts';
import { formatAmount } from '#src/lib/text/format.ts';
import type { CurrentPlan } from './subscription.ts';

/** `Your last payment of $59.00 failed`; without the amount if nothing is open anymore. */
export function failedPayment({ unpaidCents }: Pick<CurrentPlan, 'unpaidCents'>): string {
  return unpaidCents > 0 ? `Your last payment of ${formatAmount(unpaidCents)} failed` : 'Your last payment failed';
}

/** Which card was refused; nothing if there is none. */
export function refusedCard({ hasCard, card }: Pick<CurrentPlan, 'hasCard' | 'card'>): string {
  return hasCard ? `We couldn’t charge ${yourCard(card)}. ` : '';
}
