import type Stripe from 'stripe';
import { z } from 'zod';
import { ENDED } from '../billing/cancel.ts';
import { getRecurringPrice, itemOf, periodOf } from '../billing/subscription-items.ts';
import { getSubscription } from '../billing/subscription-routes.ts';
import { nulls } from '../state/nulls.ts';
import type { Context } from '../state/context.ts';
import { idOf, newId } from '../state/ids.ts';
import { addIntervals } from '../time/calendar.ts';
import { announce, announceChange } from '../webhooks/announce.ts';
import { int, mergeMetadata, metadata, nothing, text } from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { noSuch, StripeProblem } from '../wire/stripe-problem.ts';
import { releaseSchedule } from './schedules.ts';

type Schedule = Stripe.SubscriptionSchedule;

const phase = z.strictObject({
  items: z
    .array(z.strictObject({ price: text, quantity: z.literal('1').optional() }))
    .length(1, 'The sandbox takes one item.'),
  start_date: int.optional(),
  end_date: int.optional(),
  duration: z.strictObject({ interval: z.enum(['month', 'year']), interval_count: int.optional() }).optional(),
  proration_behavior: z.literal('none', { error: 'The sandbox prorates no phases: say none.' }),
  discounts: z.array(z.strictObject({ discount: text })).optional(),
});
const updateSchema = z.strictObject({
  end_behavior: z.literal('release').optional(),
  metadata,
  phases: z.array(phase).min(1).max(10),
  proration_behavior: z.literal('none').optional(),
});
type PhaseParams = z.output<typeof phase>;

function getSchedule(context: Context, id: string): Schedule {
  const schedule = context.store.find('subscriptionSchedules', id);
  if (!schedule) throw noSuch('subscription schedule', id);
  return schedule;
}

function newPhase(
  price: string,
  period: { start: number; end: number },
  discounts: string[],
  currency: string,
): Schedule['phases'][number] {
  return {
    add_invoice_items: [],
    currency,
    discounts: discounts.map((discount) => ({ coupon: null, discount, promotion_code: null })),
    end_date: period.end,
    items: [{ billing_thresholds: null, discounts: [], metadata: {}, plan: price, price, quantity: 1 }],
    metadata: {},
    proration_behavior: 'none',
    start_date: period.start,
    ...nulls('application_fee_percent billing_cycle_anchor billing_thresholds collection_method'),
    ...nulls('default_payment_method description invoice_settings on_behalf_of transfer_data trial_end'),
  };
}

/** A schedule whose only phase is the current period, as Stripe creates one from a subscription. */
function createFrom(context: Context, id: string): Schedule {
  const subscription = getSubscription(context, id, 'from_subscription');
  if (ENDED.includes(subscription.status))
    throw new StripeProblem('You cannot migrate a subscription that is already canceled.', {
      param: 'from_subscription',
    });
  if (subscription.schedule)
    throw new StripeProblem('You cannot migrate a subscription that is already attached to a schedule.', {
      param: 'from_subscription',
    });
  const period = periodOf(subscription);
  const { price } = itemOf(subscription);
  const discounts = subscription.discounts.map((one) => idOf(one));
  const schedule = context.store.put('subscriptionSchedules', {
    id: newId('sub_sched'),
    object: 'subscription_schedule',
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    created: context.time,
    current_phase: { start_date: period.start, end_date: period.end },
    customer: idOf(subscription.customer),
    default_settings: {
      billing_cycle_anchor: 'automatic',
      invoice_settings: {
        issuer: { type: 'self' },
        ...nulls('account_tax_ids custom_fields days_until_due description footer'),
      },
      collection_method: 'charge_automatically',
      ...nulls(
        'application_fee_percent billing_thresholds default_payment_method description on_behalf_of transfer_data',
      ),
    },
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [newPhase(price.id, period, discounts, subscription.currency)],
    status: 'active',
    subscription: id,
    ...nulls('application canceled_at completed_at customer_account released_at released_subscription test_clock'),
  });
  announce(context, 'subscription_schedule.created', schedule);
  const after = context.store.patch('subscriptions', id, { schedule: schedule.id });
  announceChange(context, 'customer.subscription.updated', subscription, after);
  return schedule;
}

function endOf(params: PhaseParams, start: number): number {
  if (params.end_date !== undefined) return params.end_date;
  const { interval, interval_count: count = 1 } = params.duration ?? { interval: 'month' };
  return addIntervals(start, { interval, interval_count: count }, 1);
}

function update(context: Context, params: z.output<typeof updateSchema>, id: string): Schedule {
  const before = getSchedule(context, id);
  if (before.status !== 'active')
    throw new StripeProblem(
      `You cannot update a subscription schedule that is currently in the \`${before.status}\` status. It must be in \`not_started\` or \`active\` status.`,
    );
  const [first] = params.phases;
  if (first?.start_date !== before.current_phase?.start_date)
    throw new StripeProblem('The subscription schedule update is missing at least one active or future phase.', {
      param: 'phases',
    });
  let start = first?.start_date ?? context.time;
  const phases = params.phases.map((one, index) => {
    const price = getRecurringPrice(context, one.items[0]?.price ?? '', `phases[${index}][items][0][price]`);
    const period = { start, end: endOf(one, start) };
    start = period.end;
    return newPhase(
      price.id,
      period,
      (one.discounts ?? []).map(({ discount }) => discount),
      price.currency,
    );
  });
  const after = context.store.patch('subscriptionSchedules', id, {
    phases,
    metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
  });
  announceChange(context, 'subscription_schedule.updated', before, after);
  return after;
}

export const scheduleRoutes = [
  route('POST', 'subscription_schedules', z.strictObject({ from_subscription: text }), (context, params) =>
    createFrom(context, params.from_subscription),
  ),
  route('GET', 'subscription_schedules/:id', nothing, (context, _params, id = '') => getSchedule(context, id)),
  route('POST', 'subscription_schedules/:id', updateSchema, (context, params, id = '') => update(context, params, id)),
  route('POST', 'subscription_schedules/:id/release', nothing, (context, _params, id = '') => {
    const schedule = getSchedule(context, id);
    if (schedule.status !== 'active')
      throw new StripeProblem(
        `You cannot release a subscription schedule that is currently in the \`${schedule.status}\` status. It must be in \`not_started\` or \`active\` status.`,
      );
    return releaseSchedule(context, schedule);
  }),
];
