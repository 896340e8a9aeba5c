import type Stripe from 'stripe';
import type { Context } from '../state/context.ts';
import { idOf } from '../state/ids.ts';
import type { Basis } from '../state/tables.ts';
import { announce } from '../webhooks/announce.ts';
import { amountOff, couponOf, shareOut, useUpDiscounts } from './discounts.ts';
import { newLine } from './invoice-lines.ts';
import { newInvoice, type InvoiceWish } from './invoice-object.ts';
import { noteOf } from './notes.ts';
import { pendingItems } from './pending.ts';

type Wish = Omit<InvoiceWish, 'discounts'>;

function discountLines(context: Context, subscription: Stripe.Subscription, lines: Stripe.InvoiceLineItem[]) {
  const used: { id: string; amount: number }[] = [];
  let left = lines.map((line) => (line.discountable ? line.amount : 0));
  const perLine = lines.map((): Stripe.InvoiceLineItem.DiscountAmount[] => []);
  for (const one of subscription.discounts) {
    const discount = context.store.find('discounts', idOf(one));
    if (!discount) continue;
    const sum = left.reduce((total, amount) => total + amount, 0);
    const parts = shareOut(amountOff(couponOf(context, discount), sum), left);
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

/** What was noted down for this subscription since its last invoice, as lines. */
function pendingLines(context: Context, subscription: Stripe.Subscription) {
  return pendingItems(context, subscription.id).flatMap((item) => {
    const price = context.store.find('prices', idOf(item.pricing?.price_details?.price) ?? '');
    const credited = item.proration_details?.credited_items?.invoice_line_item_details;
    if (!price) return [];
    const line = newLine({
      amount: item.amount,
      description: item.description ?? '',
      period: item.period,
      subscription: subscription.id,
      item: item.parent?.subscription_details?.subscription_item ?? '',
      price,
      quantity: item.quantity,
      proration: {
        invoiceItem: item.id,
        credited: credited ? { invoice: credited.invoice, line: credited.invoice_line_items[0] ?? '' } : null,
      },
    });
    return [{ item, line }];
  });
}

/** The part of a period that an item's line paid for is what a later change gives back. */
function rememberBases(context: Context, invoice: Stripe.Invoice, subscription: Stripe.Subscription): void {
  const note = noteOf(context, subscription.id);
  const bases: Record<string, Basis> = { ...note.bases };
  for (const line of invoice.lines.data) {
    const details = line.parent?.subscription_item_details;
    if (!details) continue;
    const off = (line.discount_amounts ?? []).reduce((sum, one) => sum + one.amount, 0);
    const { start, end } = line.period;
    if (!details.proration)
      bases[details.subscription_item] = {
        netCents: line.amount - off,
        start,
        end,
        invoice: invoice.id,
        line: line.id,
      };
    // A proration that was noted before is only told where it is billed.
    const basis = bases[details.subscription_item];
    if (details.proration && line.amount > 0 && basis?.invoice === null)
      bases[details.subscription_item] = { ...basis, invoice: invoice.id, line: line.id };
  }
  context.store.put('subscriptionNotes', { ...note, bases });
}

/** Makes a draft of the given lines and of everything that waits for this subscription's next invoice. */
export function makeInvoice(context: Context, wish: Wish): Stripe.Invoice {
  const pending = pendingLines(context, wish.subscription);
  const all = [...pending.map(({ line }) => line), ...wish.lines];
  const { used, lines } = discountLines(context, wish.subscription, all);
  const invoice = context.store.put('invoices', newInvoice(context, { ...wish, lines, discounts: used }));
  for (const { item } of pending) context.store.patch('invoiceItems', item.id, { invoice: invoice.id });
  rememberBases(context, invoice, wish.subscription);
  announce(context, 'invoice.created', invoice);
  useUpDiscounts(context, wish.subscription, new Set(used.map((discount) => discount.id)));
  context.store.patch('subscriptions', wish.subscription.id, { latest_invoice: invoice.id });
  return invoice;
}
