import { describe, expect, it } from 'vitest';
import { invoiceStatus, type Invoice } from './invoice-status.ts';

const invoice: Invoice = {
  id: 'in_1',
  number: 'TF-0001',
  createdAt: '2026-11-21T12:00:00.000Z',
  totalCents: 2_900,
  refundedCents: 0,
  status: 'paid',
  pageUrl: null,
  pdfUrl: null,
};

describe('how an invoice stands', () => {
  it.each([
    ['paid', 'Paid'],
    ['open', 'Not paid'],
    ['uncollectible', 'Not paid'],
    ['draft', 'Being prepared'],
    ['void', 'Void'],
  ] as const)('%s reads %s', (status, label) => {
    expect(invoiceStatus({ ...invoice, status }).label).toBe(label);
  });

  it('says what came back', () => {
    expect(invoiceStatus({ ...invoice, refundedCents: 2_900 }).label).toBe('Refunded');
    expect(invoiceStatus({ ...invoice, refundedCents: 900 }).label).toBe('Partly refunded');
  });
});
