import type Stripe from 'stripe';
import type { Context } from '../state/context.ts';
import { idOf } from '../state/ids.ts';
import { announceChange } from '../webhooks/announce.ts';
import { cancelNow } from '../billing/cancel.ts';
import { collectInvoice, voidInvoice } from '../billing/collect.ts';
import { endTrial, renew } from '../billing/renew.ts';
import { periodOf } from '../billing/subscription-items.ts';
import { expireSession } from '../checkout/expire.ts';

const HOUR_SECONDS = 3_600;
/** How long a first payment may take before its subscription expires. */
const INCOMPLETE_SECONDS = 23 * HOUR_SECONDS;
/** Far more than any step of the clock can need. */
const STEPS_MAX = 100_000;

type Due = { at: number; run: (context: Context) => void };

function expireIncomplete(context: Context, subscription: Stripe.Subscription): void {
  const after = context.store.patch('subscriptions', subscription.id, {
    status: 'incomplete_expired',
    ended_at: context.time,
  });
  const invoice = context.store.find('invoices', idOf(subscription.latest_invoice) ?? '');
  if (invoice?.status === 'open') voidInvoice(context, invoice);
  announceChange(context, 'customer.subscription.updated', subscription, after);
}

function dueOfSubscription(subscription: Stripe.Subscription): Due[] {
  const { status, cancel_at: cancelAt } = subscription;
  if (status === 'incomplete')
    return [{ at: subscription.start_date + INCOMPLETE_SECONDS, run: (now) => expireIncomplete(now, subscription) }];
  if (!['trialing', 'active', 'past_due', 'unpaid'].includes(status)) return [];
  const { end } = periodOf(subscription);
  const cancels =
    cancelAt === null ? [] : [{ at: cancelAt, run: (now: Context) => void cancelNow(now, subscription, null) }];
  const turns = {
    at: end,
    run: (now: Context) => void (status === 'trialing' ? endTrial(now, subscription) : renew(now, subscription)),
  };
  // At the same time, an end comes before a renewal: the first entry wins.
  return [...cancels, turns];
}

function dueOfInvoice(invoice: Stripe.Invoice): Due[] {
  const at = invoice.status === 'draft' ? invoice.automatically_finalizes_at : invoice.next_payment_attempt;
  if (at === null || (invoice.status !== 'draft' && invoice.status !== 'open')) return [];
  return [{ at, run: (now) => void collectInvoice(now, invoice) }];
}

/** The next event on the timeline. */
function nextDue(context: Context): Due | null {
  const { store } = context;
  const all = [
    ...store.list('subscriptions').flatMap(dueOfSubscription),
    ...store.list('invoices').flatMap(dueOfInvoice),
    ...store
      .list('checkoutSessions')
      .filter((session) => session.status === 'open')
      .map((session): Due => ({ at: session.expires_at, run: (now) => void expireSession(now, session) })),
  ];
  return all.reduce<Due | null>((first, due) => (first === null || due.at < first.at ? due : first), null);
}

/** When the next event on the timeline happens, in Unix seconds. */
export function nextDueAt(context: Context): number {
  return nextDue(context)?.at ?? Infinity;
}

/** Does everything that has fallen due, in order, each at its own time. */
export function runDue(context: Context): void {
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const due = nextDue(context);
    if (due === null || due.at > context.time) return;
    due.run({ ...context, time: due.at, request: null });
  }
  throw new Error(`more than ${STEPS_MAX} steps are due at once`);
}
