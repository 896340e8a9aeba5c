import type { StripeSubscription } from '#server/gateways/stripe/stripe-shapes.ts';
import { isLive } from './entitlement.ts';

/** How firmly a live subscription stands: paid for, or with a card for the end of its trial, or with nothing. */
function firmness({ status, cardId }: StripeSubscription): number {
  if (status === 'active') return 0;
  if (status === 'past_due') return 1;
  return cardId === null ? 3 : 2;
}

const paidUntil = ({ status, currentPeriodEnd }: StripeSubscription) =>
  status === 'canceled' ? (currentPeriodEnd?.getTime() ?? 0) : 0;

/**
 * Which of a person's subscriptions counts, and which live ones must not go on beside it. The firmest live one stays, then
 * the one that is known already, then the oldest: what comes later never pushes out what is paid. Where none lives, the one
 * that is paid for longest counts, then the newest.
 */
export function chooseSubscription(
  all: StripeSubscription[],
  knownId: string | null,
): { chosen: StripeSubscription | undefined; extra: StripeSubscription[] } {
  const isKnown = ({ id }: StripeSubscription) => (id === knownId ? 0 : 1);
  const live = all
    .filter(({ status }) => isLive(status))
    .toSorted(
      (one, other) =>
        firmness(one) - firmness(other) ||
        isKnown(one) - isKnown(other) ||
        one.createdAt.getTime() - other.createdAt.getTime(),
    );
  const [first, ...extra] = live;
  if (first) return { chosen: first, extra };
  const [last] = all.toSorted(
    (one, other) => paidUntil(other) - paidUntil(one) || other.createdAt.getTime() - one.createdAt.getTime(),
  );
  return { chosen: last, extra: [] };
}
