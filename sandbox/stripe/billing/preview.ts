import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../state/context.ts';
import { idOf, newId } from '../state/ids.ts';
import { createCustomer } from '../customers/customers.ts';
import { getCustomer } from '../customers/get-customer.ts';
import { discountOf } from '../checkout/discount-of.ts';
import { int, list, text } from '../wire/params.ts';
import { noSuch, StripeProblem } from '../wire/stripe-problem.ts';
import { ENDED } from './cancel.ts';
import { createSubscription } from './create-subscription.ts';
import { renew } from './renew.ts';
import { periodOf } from './subscription-items.ts';
import { automaticTax, itemsParam, prorationBehavior } from './subscription-params.ts';
import { updateSubscription } from './update-subscription.ts';

/** A purchase that has not been made: a new subscription of a customer, or of nobody yet. */
export const purchasePreviewParams = z.strictObject({
  automatic_tax: automaticTax,
  currency: text.optional(),
  customer: text.optional(),
  customer_details: z.strictObject({ tax: z.strictObject({ ip_address: text }) }).optional(),
  discounts: list(z.union([z.strictObject({ coupon: text }), z.strictObject({ promotion_code: text })])).optional(),
  subscription_details: z.strictObject({ items: z.array(z.strictObject({ price: text })).length(1) }),
});
const changePreviewParams = z.strictObject({
  subscription: text,
  subscription_details: z
    .strictObject({
      items: itemsParam,
      proration_behavior: prorationBehavior,
      proration_date: int.optional(),
    })
    .optional(),
});
export const previewParams = z.union([changePreviewParams, purchasePreviewParams]);
type ChangeParams = z.output<typeof changePreviewParams>;
type PurchaseParams = z.output<typeof purchasePreviewParams>;

/** Presents a simulated invoice as an upcoming one. */
function asPreview(invoice: Stripe.Invoice): Stripe.Invoice {
  return {
    ...invoice,
    id: newId('upcoming_in'),
    amount_paid: 0,
    amount_remaining: invoice.amount_due,
    hosted_invoice_url: null,
    invoice_pdf: null,
    number: null,
    status: 'draft',
  };
}

/** The first invoice of a purchase, found by making it and undoing it. */
function previewPurchase(context: Context, params: PurchaseParams): Stripe.Invoice {
  const customer =
    params.customer === undefined
      ? createCustomer(context, { email: 'preview@example.com' })
      : getCustomer(context, params.customer, 'customer');
  const [given] = params.discounts ?? [];
  const price = params.subscription_details.items[0]?.price ?? '';
  const applied = discountOf(context, given, { customer: params.customer ?? null, price });
  const subscription = createSubscription(context, {
    customer,
    price,
    coupons: applied.coupon ? [{ coupon: applied.coupon.id, promotionCode: applied.promotionCode }] : [],
    session: null,
    trialEnd: null,
    missingPaymentMethod: 'create_invoice',
    defaultPaymentMethod: null,
    metadata: {},
    isTaxed: params.automatic_tax?.enabled ?? false,
  });
  const made = context.store.find('invoices', idOf(subscription.latest_invoice) ?? '');
  if (!made) throw new Error(`the subscription ${subscription.id} has no invoice`);
  return asPreview(made);
}

export function createPreview(context: Context, params: ChangeParams | PurchaseParams): Stripe.Invoice {
  if ('subscription' in params) return previewChange(context, params);
  return context.store.rehearse(() => previewPurchase(context, params));
}

/**
 * The next invoice, with or without a change. It is found by making the change and undoing it, so that the preview is exactly what will be
 * charged: immediately if the change bills immediately, or else at the end of the period.
 */
function previewChange(context: Context, params: ChangeParams): Stripe.Invoice {
  return context.store.rehearse(() => {
    const before = context.store.find('subscriptions', params.subscription);
    if (!before) throw noSuch('subscription', params.subscription, 'subscription');
    const details = params.subscription_details;
    const after = ENDED.includes(before.status) || !details ? before : updateSubscription(context, before, details);
    const made = context.store.find('invoices', idOf(after.latest_invoice) ?? '');
    if (made && made.id !== idOf(before.latest_invoice)) return asPreview(made);
    if (ENDED.includes(after.status) || after.cancel_at_period_end)
      throw new StripeProblem(`No upcoming invoices for customer: ${idOf(before.customer)}`, {
        status: 404,
        code: 'invoice_upcoming_none',
      });
    return asPreview(renew({ ...context, time: periodOf(after).end }, after));
  });
}
