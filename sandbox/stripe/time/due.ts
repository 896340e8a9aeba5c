import type Stripe from 'stripe';
import { clockOf, type Context } from '../state/context.ts';
import { idOf } from '../state/ids.ts';
import { announce, announceChange } from '../webhooks/announce.ts';
import { cancelNow } from '../billing/cancel.ts';
import { ANNOUNCE_TRIAL_END_SECONDS, announceTrialEnd } from '../billing/announce-trial-end.ts';
import { collectInvoice, voidInvoice } from '../billing/collect.ts';
import { noteOf } from '../billing/notes.ts';
import { endTrial, renew } from '../billing/renew.ts';
import { periodOf } from '../billing/subscription-items.ts';
import { expireSession } from '../checkout/expire.ts';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** How long a first payment may take before its subscription is given up. */
const INCOMPLETE_SECONDS = 23 * HOUR_SECONDS;
const ANNOUNCE_RENEWAL_SECONDS = 7 * DAY_SECONDS;
/** Far more than any step of a test clock can need. */
const STEPS_MAX = 100_000;

type Due = { at: number; run: (context: Context) => void };

function announcements(context: Context, subscription: Stripe.Subscription): Due[] {
  const note = noteOf(context, subscription.id);
  const { start, end } = periodOf(subscription);
  if (subscription.status === 'trialing') {
    if (note.announcedTrialEnd === end || subscription.cancel_at !== null) return [];
    return [
      {
        at: Math.max(start, end - ANNOUNCE_TRIAL_END_SECONDS),
        run: (now) => announceTrialEnd(now, subscription),
      },
    ];
  }
  if (subscription.status !== 'active' || note.announcedRenewal === end || subscription.cancel_at !== null) return [];
  return [
    {
      at: Math.max(start, end - ANNOUNCE_RENEWAL_SECONDS),
      run: (now) => {
        // What is announced is no invoice yet, so it has no id.
        const { id: _, ...upcoming } = now.store.rehearse(() => renew(now, subscription));
        now.store.put('subscriptionNotes', { ...noteOf(now, subscription.id), announcedRenewal: end });
        announce(now, 'invoice.upcoming', upcoming);
      },
    },
  ];
}

function expireIncomplete(context: Context, subscription: Stripe.Subscription): void {
  const after = context.store.patch('subscriptions', subscription.id, {
    status: 'incomplete_expired',
    ended_at: context.time,
  });
  const invoice = context.store.find('invoices', idOf(subscription.latest_invoice) ?? '');
  if (invoice?.status === 'open') voidInvoice(context, invoice);
  announceChange(context, 'customer.subscription.updated', subscription, after);
}

function dueOfSubscription(context: Context, subscription: Stripe.Subscription): Due[] {
  const { status, cancel_at: cancelAt } = subscription;
  if (status === 'incomplete')
    return [{ at: subscription.start_date + INCOMPLETE_SECONDS, run: (now) => expireIncomplete(now, subscription) }];
  if (!['trialing', 'active', 'past_due', 'unpaid'].includes(status)) return [];
  const { end } = periodOf(subscription);
  const cancels =
    cancelAt === null ? [] : [{ at: cancelAt, run: (now: Context) => void cancelNow(now, subscription, {}) }];
  const turns = {
    at: end,
    run: (now: Context) => void (status === 'trialing' ? endTrial(now, subscription) : renew(now, subscription)),
  };
  // At the same moment an end comes before a renewal: the first entry wins.
  return [...cancels, turns, ...announcements(context, subscription)];
}

function dueOfInvoice(invoice: Stripe.Invoice): Due[] {
  const at = invoice.status === 'draft' ? invoice.automatically_finalizes_at : invoice.next_payment_attempt;
  if (at === null || (invoice.status !== 'draft' && invoice.status !== 'open')) return [];
  return [{ at, run: (now) => void collectInvoice(now, invoice) }];
}

/** The next thing that time brings about for everybody in a test clock, or for everybody in none. */
function nextDue(context: Context, clock: string | null): Due | null {
  const { store } = context;
  const all = [
    ...store
      .list('subscriptions')
      .filter((subscription) => idOf(subscription.test_clock) === clock)
      .flatMap((subscription) => dueOfSubscription(context, subscription)),
    ...store
      .list('invoices')
      .filter((invoice) => idOf(invoice.test_clock) === clock)
      .flatMap(dueOfInvoice),
    ...store
      .list('checkoutSessions')
      .filter((session) => session.status === 'open' && clockOf(context, session.customer) === clock)
      .map((session): Due => ({ at: session.expires_at, run: (now) => void expireSession(now, session) })),
  ];
  return all.reduce<Due | null>((first, due) => (first === null || due.at < first.at ? due : first), null);
}

/** When time brings about the next thing for everybody in no test clock, in Unix seconds. */
export function nextDueAt(context: Context): number {
  return nextDue(context, null)?.at ?? Infinity;
}

/** Does everything that falls due up to a moment, in order, each at its own moment. */
export function runDue(context: Context, clock: string | null, until: number): void {
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const due = nextDue(context, clock);
    if (due === null || due.at > until) return;
    if (clock === null) due.run({ ...context, time: due.at, request: null });
    else {
      const frozen = context.store.find('testClocks', clock)?.frozen_time ?? due.at;
      context.store.patch('testClocks', clock, { frozen_time: Math.max(frozen, due.at) });
      due.run({ ...context, request: null });
    }
  }
  throw new Error('The sandbox does not come to an end of what is due');
}
