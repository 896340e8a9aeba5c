import { describe, expect, it } from 'vitest';
import { invoiceNotes, invoiceStatus, type Invoice } from './invoice-status.ts';

const invoice: Invoice = {
  id: 'in_1',
  number: 'TF-0001',
  createdAt: '2026-11-21T12:00:00.000Z',
  totalCents: 2_900,
  paidCents: 2_900,
  creditCents: 0,
  unpaidCents: 0,
  refundedCents: 0,
  disputedCents: 0,
  status: 'paid',
  pageUrl: null,
  pdfUrl: null,
};

describe('the status of an invoice', () => {
  it.each([
    ['paid', 'Paid'],
    ['open', 'Unpaid'],
    ['uncollectible', 'Unpaid'],
    ['draft', 'Preparing'],
    ['void', 'Void'],
  ] as const)('%s reads %s', (status, label) => {
    expect(invoiceStatus({ ...invoice, paidCents: 0, status }).label).toBe(label);
  });

  it('says that only a part is paid', () => {
    const partly = { ...invoice, status: 'open', paidCents: 900, unpaidCents: 2_000 } as const;
    expect([invoiceStatus(partly).label, invoiceNotes(partly)]).toEqual(['Partly paid', ['$20.00 still to pay']]);
  });

  it('names a refund of everything that was paid, whatever credit paid', () => {
    const withCredit = { ...invoice, paidCents: 900, creditCents: 2_000, refundedCents: 900 };
    expect(invoiceStatus(withCredit).label).toBe('Refunded');
    expect(invoiceNotes(withCredit)).toEqual(['$20.00 paid by credit', '$9.00 refunded']);
    expect(invoiceNotes({ ...invoice, totalCents: -3_800, paidCents: 0, creditCents: -3_800 })).toEqual([
      '$38.00 added to your credit',
    ]);
  });

  it('names a refund', () => {
    expect(invoiceStatus({ ...invoice, refundedCents: 2_900 }).label).toBe('Refunded');
    expect(invoiceStatus({ ...invoice, refundedCents: 900 }).label).toBe('Partially refunded');
  });

  it('names a dispute, unless everything was refunded', () => {
    const disputed = { ...invoice, disputedCents: 2_900 };
    expect(invoiceStatus(disputed).label).toBe('Disputed');
    expect(invoiceNotes(disputed)).toEqual(['$29.00 disputed with your bank']);
    expect(invoiceStatus({ ...disputed, refundedCents: 900 }).label).toBe('Disputed');
    expect(invoiceStatus({ ...disputed, refundedCents: 2_900 }).label).toBe('Refunded');
  });
});
