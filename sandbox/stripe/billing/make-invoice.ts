import type Stripe from 'stripe';
import type { Context } from '../state/context.ts';
import { idOf } from '../state/ids.ts';
import { announce } from '../webhooks/announce.ts';
import { amountOff, couponOf, allocateDiscount, useUpDiscounts } from './discounts.ts';
import { newInvoice, type InvoiceOptions } from './invoice-object.ts';

type MakeInvoiceOptions = Omit<InvoiceOptions, 'discounts'>;

function discountLines(context: Context, subscription: Stripe.Subscription, lines: Stripe.InvoiceLineItem[]) {
  const used: { id: string; amount: number }[] = [];
  let left = lines.map((line) => (line.discountable ? line.amount : 0));
  const perLine = lines.map((): Stripe.InvoiceLineItem.DiscountAmount[] => []);
  for (const one of subscription.discounts) {
    const discount = context.store.find('discounts', idOf(one));
    if (!discount || (discount.end !== null && discount.end <= context.time)) continue;
    const sum = left.reduce((total, amount) => total + amount, 0);
    const parts = allocateDiscount(amountOff(couponOf(context, discount), sum), left);
    left = left.map((amount, index) => amount - (parts[index] ?? 0));
    for (const [index, amount] of parts.entries())
      if (amount > 0) perLine[index]?.push({ amount, discount: discount.id });
    const amount = parts.reduce((total, part) => total + part, 0);
    if (amount > 0) used.push({ id: discount.id, amount });
  }
  return {
    used,
    lines: lines.map((line, index) => ({ ...line, discount_amounts: perLine[index] ?? [] })),
  };
}

/** The amount paid for the rest of the period, which a later change credits: the last line with a positive amount. */
function rememberPaid(context: Context, invoice: Stripe.Invoice, subscription: Stripe.Subscription): void {
  const line = invoice.lines.data.findLast(({ amount }) => amount >= 0);
  const off = (line?.discount_amounts ?? []).reduce((sum, one) => sum + one.amount, 0);
  const paid = line ? { netCents: line.amount - off, ...line.period } : null;
  context.store.put('subscriptionNotes', { id: subscription.id, paid });
}

/** Creates a draft from the given lines. */
export function makeInvoice(context: Context, options: MakeInvoiceOptions): Stripe.Invoice {
  const { used, lines } = discountLines(context, options.subscription, options.lines);
  const invoice = context.store.put('invoices', newInvoice(context, { ...options, lines, discounts: used }));
  rememberPaid(context, invoice, options.subscription);
  announce(context, 'invoice.created', invoice);
  useUpDiscounts(context, options.subscription, new Set(used.map((discount) => discount.id)));
  context.store.patch('subscriptions', options.subscription.id, { latest_invoice: invoice.id });
  return invoice;
}
