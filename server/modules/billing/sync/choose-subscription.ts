import type { StripeSubscription } from '#server/gateways/stripe/stripe-shapes.ts';
import { isLive } from '../entitlement.ts';

/** Ranks a live subscription: paid for, with a card for the end of its trial, or with neither. */
function firmness({ status, cardId }: StripeSubscription): number {
  if (status === 'active') return 0;
  if (status === 'past_due') return 1;
  return cardId === null ? 3 : 2;
}

const paidUntil = ({ status, currentPeriodEnd }: StripeSubscription) =>
  status === 'canceled' ? (currentPeriodEnd?.getTime() ?? 0) : 0;

/**
 * Chooses which of a person's subscriptions counts, and which live ones must end. The highest-ranked live one stays, then one that wasn't
 * paid for elsewhere, then the one we already know, then the oldest, so that a newcomer never displaces a paid plan. If none is live, the
 * one paid for longest counts, then the newest.
 */
export function chooseSubscription(
  all: StripeSubscription[],
  knownId: string | null,
  isPaidElsewhere: (customerId: string) => boolean,
): { chosen: StripeSubscription | undefined; extra: StripeSubscription[] } {
  const isOthers = ({ customerId }: StripeSubscription) => (isPaidElsewhere(customerId) ? 1 : 0);
  const isKnown = ({ id }: StripeSubscription) => (id === knownId ? 0 : 1);
  const live = all
    .filter(({ status }) => isLive(status))
    .toSorted(
      (one, other) =>
        firmness(one) - firmness(other) ||
        isOthers(one) - isOthers(other) ||
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
