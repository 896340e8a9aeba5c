import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../state/context.ts';
import { idOf, newId } from '../state/ids.ts';
import { rhythmOf } from '../billing/subscription-items.ts';
import { ENDED } from '../billing/cancel.ts';
import { announce } from '../webhooks/announce.ts';
import { pageOf } from '../wire/page-of.ts';
import { int, nothing, paging, text } from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { noSuch, StripeProblem } from '../wire/stripe-problem.ts';
import { addIntervals, approximateSeconds } from './calendar.ts';
import { runDue } from './due.ts';

const CLOCK_LIFE_SECONDS = 30 * 86_400;

function getClock(context: Context, id: string): Stripe.TestHelpers.TestClock {
  const clock = context.store.find('testClocks', id);
  if (!clock) throw noSuch('testclock', id);
  return clock;
}

/** Stripe moves a clock by at most two intervals of its shortest subscription. */
function limitOf(context: Context, clock: Stripe.TestHelpers.TestClock): number {
  const rhythms = context.store
    .list('subscriptions')
    .filter((subscription) => idOf(subscription.test_clock) === clock.id && !ENDED.includes(subscription.status))
    .map((subscription) => rhythmOf(subscription.items.data))
    .toSorted((a, b) => approximateSeconds(a) - approximateSeconds(b));
  const [shortest] = rhythms;
  return shortest ? addIntervals(clock.frozen_time, shortest, 2) : Infinity;
}

export function advanceClock(context: Context, id: string, target: number): Stripe.TestHelpers.TestClock {
  const clock = getClock(context, id);
  if (clock.status !== 'ready')
    throw new StripeProblem(`Test clock ${id} is already advancing.`, { status: 429, code: 'rate_limit' });
  if (target <= clock.frozen_time)
    throw new StripeProblem('The frozen_time must be after the current frozen time of the test clock.', {
      param: 'frozen_time',
    });
  if (target > limitOf(context, clock))
    throw new StripeProblem(
      'You can only advance a test clock up to two intervals from its current frozen time, based on the shortest subscription interval.',
      { param: 'frozen_time' },
    );
  const advancing = context.store.patch('testClocks', id, {
    status: 'advancing',
    status_details: { advancing: { target_frozen_time: target } },
  });
  announce(context, 'test_helpers.test_clock.advancing', advancing);
  return advancing;
}

/** Does what a clock's new time brings about. The request only asked for it; this happens after its answer. */
export function finishAdvances(context: Context): void {
  for (const clock of context.store.list('testClocks')) {
    const target = clock.status_details.advancing?.target_frozen_time;
    if (clock.status !== 'advancing' || target === undefined) continue;
    runDue(context, clock.id, target);
    const ready = context.store.patch('testClocks', clock.id, {
      frozen_time: target,
      status: 'ready',
      status_details: {},
    });
    announce({ ...context, request: null }, 'test_helpers.test_clock.ready', ready);
  }
}

function deleteClock(context: Context, id: string): Stripe.TestHelpers.DeletedTestClock {
  const clock = getClock(context, id);
  const { store } = context;
  for (const table of ['subscriptions', 'invoices', 'invoiceItems', 'customers'] as const)
    for (const row of store.list(table)) if (idOf(row.test_clock) === id) store.remove(table, row.id);
  store.remove('testClocks', id);
  announce(context, 'test_helpers.test_clock.deleted', clock);
  return { id, object: 'test_helpers.test_clock', deleted: true };
}

export const clockRoutes = [
  route(
    'POST',
    'test_helpers/test_clocks',
    z.strictObject({ frozen_time: int, name: text.max(300).optional() }),
    (context, params): Stripe.TestHelpers.TestClock => {
      const clock = context.store.put('testClocks', {
        id: newId('clock'),
        object: 'test_helpers.test_clock',
        created: context.time,
        deletes_after: context.time + CLOCK_LIFE_SECONDS,
        frozen_time: params.frozen_time,
        livemode: false,
        name: params.name ?? null,
        status: 'ready',
        status_details: {},
      });
      announce(context, 'test_helpers.test_clock.created', clock);
      return clock;
    },
  ),
  route('GET', 'test_helpers/test_clocks/:id', nothing, (context, _params, id = '') => getClock(context, id)),
  route(
    'POST',
    'test_helpers/test_clocks/:id/advance',
    z.strictObject({ frozen_time: int }),
    (context, params, id = '') => advanceClock(context, id, params.frozen_time),
  ),
  route('DELETE', 'test_helpers/test_clocks/:id', nothing, (context, _params, id = '') => deleteClock(context, id)),
  route('GET', 'test_helpers/test_clocks', z.strictObject(paging), (context, params) =>
    pageOf(context.store.list('testClocks'), params, '/v1/test_helpers/test_clocks'),
  ),
];
