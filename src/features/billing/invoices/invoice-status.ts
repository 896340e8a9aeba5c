import type { inferRouterOutputs } from '@trpc/server';
import { formatAmount } from '#src/lib/text/format.ts';
import type { AppRouter } from '#src/api/trpc.ts';

export type Invoice = inferRouterOutputs<AppRouter>['billing']['invoices'][number];
type Shown = { label: string; tone: 'success' | 'warning' | 'danger' | 'neutral' };

const STATUSES: Record<Invoice['status'], Shown> = {
  draft: { label: 'Preparing', tone: 'neutral' },
  open: { label: 'Unpaid', tone: 'warning' },
  paid: { label: 'Paid', tone: 'success' },
  uncollectible: { label: 'Unpaid', tone: 'danger' },
  void: { label: 'Void', tone: 'neutral' },
};

/** The status of an invoice, in a word. */
export function invoiceStatus({ status, paidCents, refundedCents, disputedCents }: Invoice): Shown {
  if (status === 'open' && paidCents > 0) return { label: 'Partly paid', tone: 'warning' };
  if (disputedCents > 0 && refundedCents < paidCents) return { label: 'Disputed', tone: 'warning' };
  if (refundedCents === 0) return STATUSES[status];
  return { label: refundedCents >= paidCents ? 'Refunded' : 'Partially refunded', tone: 'neutral' };
}

/** What the total and the amount paid leave out: credit, and what is still due, was refunded, or was disputed with the bank. */
export function invoiceNotes({ creditCents, unpaidCents, refundedCents, disputedCents }: Invoice): string[] {
  const notes: [number, string][] = [
    [creditCents, 'paid by credit'],
    [-creditCents, 'added to your credit'],
    [unpaidCents, 'still to pay'],
    [refundedCents, 'refunded'],
    [disputedCents, 'disputed with your bank'],
  ];
  return notes.flatMap(([cents, what]) => (cents > 0 ? [`${formatAmount(cents)} ${what}`] : []));
}
