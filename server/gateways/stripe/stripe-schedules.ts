import { Stripe } from 'stripe';
import { CYCLE_MONTHS, readPriceId, type PriceId } from '#contract/billing/plans.ts';
import type { WithPrice } from './stripe-prices.ts';
import { atSeconds, idOf, METADATA, type StripeSubscription } from './stripe-shapes.ts';

const discountIds = ({ discounts }: Stripe.SubscriptionSchedule.Phase) =>
  discounts.flatMap(({ discount }) => {
    const id = idOf(discount);
    return id === null ? [] : [{ discount: id }];
  });

/** How long one period of a price is, for a phase that lasts one. */
function durationOf(priceId: PriceId) {
  const months = CYCLE_MONTHS[readPriceId(priceId)?.cycle ?? 'monthly'];
  return months === 12
    ? ({ interval: 'year', interval_count: 1 } as const)
    : ({ interval: 'month', interval_count: months } as const);
}

type Managed = Pick<StripeSubscription, 'scheduleId'>;

/** The subscription continues without its schedule, if it has one. Does nothing if the schedule is already over, or was released by hand. */
export async function releaseSchedule(stripe: Stripe, { scheduleId }: Managed): Promise<void> {
  if (scheduleId === null) return;
  await stripe.subscriptionSchedules.release(scheduleId).catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  });
}

/** Changes of price at the end of a period: a subscription schedule with the current period and the next one as its phases. */
export function stripeSchedules(stripe: Stripe, withPrice: WithPrice) {
  return {
    /** Drops a scheduled change. The subscription continues unchanged. */
    dropSchedule: (subscription: Managed): Promise<void> => releaseSchedule(stripe, subscription),

    /**
     * The subscription changes its price at the end of the current period, and is then released from the schedule. Replaces an earlier
     * schedule. If Stripe fails halfway, the schedule has no second phase and changes nothing.
     */
    scheduleChange: (subscription: StripeSubscription, priceId: PriceId): Promise<void> =>
      withPrice(priceId, async (price) => {
        await releaseSchedule(stripe, subscription);
        const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
        const [current] = schedule.phases;
        const currentPrice = idOf(current?.items[0]?.price);
        if (!current || !currentPrice || !subscription.currentPeriodEnd)
          throw new Error(`the schedule ${schedule.id} has no phase`);
        const discounts = discountIds(current);
        await stripe.subscriptionSchedules.update(schedule.id, {
          end_behavior: 'release',
          metadata: { [METADATA.priceId]: priceId },
          proration_behavior: 'none',
          phases: [
            {
              items: [{ price: currentPrice, quantity: 1 }],
              start_date: current.start_date,
              end_date: atSeconds(subscription.currentPeriodEnd),
              proration_behavior: 'none',
              discounts,
            },
            {
              items: [{ price, quantity: 1 }],
              duration: durationOf(priceId),
              proration_behavior: 'none',
              discounts,
            },
          ],
        });
      }),
  };
}
