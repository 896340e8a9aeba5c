import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#src/api/trpc.ts';

export type Invoice = inferRouterOutputs<AppRouter>['billing']['invoices'][number];
type Shown = { label: string; tone: 'success' | 'warning' | 'danger' | 'neutral' };

const STATUSES: Record<Invoice['status'], Shown> = {
  draft: { label: 'Being prepared', tone: 'neutral' },
  open: { label: 'Not paid', tone: 'warning' },
  paid: { label: 'Paid', tone: 'success' },
  uncollectible: { label: 'Not paid', tone: 'danger' },
  void: { label: 'Void', tone: 'neutral' },
};

/** How an invoice stands, in a word. */
export function invoiceStatus({ status, totalCents, refundedCents }: Invoice): Shown {
  if (refundedCents === 0) return STATUSES[status];
  return { label: refundedCents >= totalCents ? 'Refunded' : 'Partly refunded', tone: 'neutral' };
}
