import type Stripe from 'stripe';
import { z } from 'zod';
import { getCustomer } from '../customers/get-customer.ts';
import { clockOf, timeFor, type Context } from '../state/context.ts';
import { idOf, newId } from '../state/ids.ts';
import { bool, emptyable, int, list, metadata, text } from '../wire/params.ts';
import { noSuch, StripeProblem } from '../wire/stripe-problem.ts';
import { cancelNow, ENDED } from './cancel.ts';
import { createSubscription } from './create-subscription.ts';
import { makeInvoice } from './make-invoice.ts';
import { plainChanges } from './plain-changes.ts';
import { creditRest } from './prorate.ts';
import { renew } from './renew.ts';
import { periodOf } from './subscription-items.ts';
import { itemsParam, prorationBehavior } from './subscription-params.ts';
import { updateSubscription } from './update-subscription.ts';

export const previewParams = z.strictObject({
  customer: text.optional(),
  currency: text.optional(),
  discounts: emptyable(list(z.strictObject({ coupon: text }))).optional(),
  preview_mode: z.literal('next').optional(),
  subscription: text.optional(),
  subscription_details: z
    .strictObject({
      billing_cycle_anchor: z.strictObject({ type: z.enum(['now', 'unchanged']) }).optional(),
      cancel_at_period_end: bool.optional(),
      cancel_now: bool.optional(),
      items: itemsParam.optional(),
      metadata,
      proration_behavior: prorationBehavior.optional(),
      proration_date: int.optional(),
      trial_end: z.union([z.literal('now'), int]).optional(),
    })
    .optional(),
});
type Params = z.output<typeof previewParams>;

/** Shows an invoice that was rehearsed as one that is still to come. */
function asPreview(invoice: Stripe.Invoice): Stripe.Invoice {
  const id = newId('upcoming_in');
  return {
    ...invoice,
    id,
    amount_paid: 0,
    amount_remaining: invoice.amount_due,
    attempt_count: 0,
    attempted: false,
    auto_advance: false,
    hosted_invoice_url: null,
    invoice_pdf: null,
    lines: { ...invoice.lines, data: invoice.lines.data.map((line) => ({ ...line, invoice: id })) },
    next_payment_attempt: invoice.automatically_finalizes_at ?? invoice.created,
    number: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  };
}

function noneUpcoming(customer: string): StripeProblem {
  return new StripeProblem(`No upcoming invoices for customer: ${customer}`, {
    status: 404,
    code: 'invoice_upcoming_none',
  });
}

/** The context at a later moment of the same customer's time. Only for rehearsals: the clock is put back with everything else. */
function later(context: Context, customer: string, moment: number): Context {
  const clock = clockOf(context, customer);
  if (clock === null) return { ...context, time: moment };
  context.store.patch('testClocks', clock, { frozen_time: moment });
  return context;
}

function ofNew(context: Context, params: Params): Stripe.Invoice {
  const customer = getCustomer(context, params.customer ?? '', 'customer');
  const items = params.subscription_details?.items ?? [];
  const { trial_end: trialEnd } = params.subscription_details ?? {};
  const subscription = createSubscription(context, {
    customer,
    items: items.map(({ price = '', quantity = 1 }) => ({ price, quantity })),
    coupons: (params.discounts ?? []).map(({ coupon }) => coupon),
    session: null,
    trialEnd: typeof trialEnd === 'number' ? trialEnd : null,
    missingPaymentMethod: 'create_invoice',
    defaultPaymentMethod: null,
    metadata: {},
    description: null,
    // Whether there is a card makes no difference to what it will cost.
    paymentBehavior: 'default_incomplete',
  });
  const invoice = context.store.find('invoices', idOf(subscription.latest_invoice) ?? '');
  if (!invoice) throw noneUpcoming(customer.id);
  return invoice;
}

function ofEnd(context: Context, subscription: Stripe.Subscription): Stripe.Invoice {
  const now = timeFor(context, subscription.customer);
  for (const item of subscription.items.data) creditRest(context, subscription, item, now);
  const wish = { lines: [], period: periodOf(subscription), finalizesAt: null, prorationDate: now };
  const invoice = makeInvoice(context, { ...wish, subscription, reason: 'subscription_update' });
  cancelNow(context, subscription, {});
  return invoice;
}

function ofExisting(context: Context, before: Stripe.Subscription, params: Params): Stripe.Invoice {
  const details = params.subscription_details ?? {};
  if (ENDED.includes(before.status)) throw noneUpcoming(idOf(before.customer));
  if (details.cancel_now) return ofEnd(context, before);
  const after = updateSubscription(context, before, {
    items: details.items ?? [],
    prorationBehavior: details.proration_behavior ?? 'create_prorations',
    prorationDate: details.proration_date ?? null,
    isAnchorNow: details.billing_cycle_anchor?.type === 'now',
    trialEnd: details.trial_end ?? null,
    paymentBehavior: 'allow_incomplete',
    plain: plainChanges(context, before, {
      cancel_at_period_end: details.cancel_at_period_end,
      ...(params.discounts === undefined ? {} : { discounts: params.discounts }),
    }),
  });
  const made = context.store.find('invoices', idOf(after.latest_invoice) ?? '');
  if (made && made.id !== idOf(before.latest_invoice)) return made;
  if (after.cancel_at_period_end) throw noneUpcoming(idOf(before.customer));
  return renew(later(context, idOf(after.customer), periodOf(after).end), after);
}

/**
 * What the next invoice will be, with or without a change. It is found by doing the change and undoing it, so that what is shown is
 * what will be charged: at once where the change bills at once, else at the end of the period.
 */
export function createPreview(context: Context, params: Params): Stripe.Invoice {
  const { subscription: id, customer } = params;
  return context.store.rehearse(() => {
    if (id === undefined && params.subscription_details?.items) return asPreview(ofNew(context, params));
    const rows = context.store.list('subscriptions');
    const before =
      id === undefined
        ? rows.find((one) => one.customer === customer && !ENDED.includes(one.status))
        : context.store.find('subscriptions', id);
    if (!before) throw id === undefined ? noneUpcoming(customer ?? '') : noSuch('subscription', id, 'subscription');
    return asPreview(ofExisting(context, before, params));
  });
}
