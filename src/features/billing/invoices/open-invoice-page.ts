import type { Invoice } from './invoice-status.ts';

/** Where the newest invoice can be paid that is not; null where none is open. */
export function openInvoicePage(invoices: readonly Pick<Invoice, 'status' | 'pageUrl' | 'createdAt'>[]): string | null {
  const open = invoices.filter(({ status, pageUrl }) => status === 'open' && pageUrl !== null);
  return open.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))[0]?.pageUrl ?? null;
}
