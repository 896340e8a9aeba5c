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
 * Chooses which of a person's subscriptions counts, and which live ones must end. One on a card of their own stays if
 * it's paid for or has a card, then the highest-ranked live one, then one that wasn't paid for elsewhere, then the one
 * we already know, then the oldest, so that a newcomer never displaces a paid plan. If none is live, the one paid for
 * longest counts, then the newest.
 */
export function chooseSubscription(
  all: StripeSubscription[],
  knownId: string | null,
  isPaidElsewhere: (customerId: string) => boolean,
): { chosen: StripeSubscription | undefined; extra: StripeSubscription[] } {
  const paidElsewhereRank = ({ customerId }: StripeSubscription) => (isPaidElsewhere(customerId) ? 1 : 0);
  const isKnown = ({ id }: StripeSubscription) => (id === knownId ? 0 : 1);
  const isOwnCard = (one: StripeSubscription) => !isPaidElsewhere(one.customerId) && [0, 2].includes(firmness(one));
  const ownCardRank = (one: StripeSubscription) => (isOwnCard(one) ? 0 : 1);
  const candidates = all.filter(({ status }) => isLive(status));
  const isAnyPaidElsewhere = candidates.some(({ customerId }) => isPaidElsewhere(customerId));
  const live = candidates.toSorted(
    (one, other) =>
      (isAnyPaidElsewhere ? ownCardRank(one) - ownCardRank(other) : 0) ||
      firmness(one) - firmness(other) ||
      paidElsewhereRank(one) - paidElsewhereRank(other) ||
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
