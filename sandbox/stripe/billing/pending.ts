import type Stripe from 'stripe';
import type { Context } from '../state/context.ts';

/** What was noted down for a subscription and stands on no invoice yet. */
export function pendingItems(context: Context, subscription: string): Stripe.InvoiceItem[] {
  return context.store
    .list('invoiceItems')
    .filter((item) => item.invoice === null && item.parent?.subscription_details?.subscription === subscription);
}
