import type { inferRouterOutputs } from '@trpc/server';
import { trpc, type AppRouter } from '#src/api/trpc.ts';
import { formatAmount, formatDate } from '#src/lib/text/format.ts';

type Invoice = NonNullable<inferRouterOutputs<AppRouter>['billing']['nextInvoice']>;

/** `With tax, your next invoice is $64.90 on December 21, 2026.`; null if Stripe can't tell the tax yet. */
export function nextInvoiceText({ at, totalCents, dueCents, taxCents }: Invoice): string | null {
  if (taxCents === null) return null;
  const total = `With tax, your next invoice is ${formatAmount(totalCents)} on ${formatDate(at)}.`;
  return dueCents === totalCents ? total : `${total} After your credit, ${formatAmount(dueCents)} is charged.`;
}

/** The amount of the next invoice with tax, as Stripe calculates it. The text above it says the price. */
export function NextInvoice() {
  const { data } = trpc.billing.nextInvoice.useQuery();
  const text = data && nextInvoiceText(data);
  return text ? <p className="muted">{text}</p> : null;
}
