import { expect, it } from 'vitest';
import { nextInvoiceText } from './next-invoice.tsx';

const at = '2026-12-21T12:00:00Z';

it('BILL-21: the next invoice is stated with its tax, and with what is charged of it after credit', () => {
  const invoice = { at, totalCents: 6_490, dueCents: 6_490, taxCents: 590 };
  expect(nextInvoiceText(invoice)).toBe('With tax, your next invoice is $64.90 on December 21, 2026.');
  expect(nextInvoiceText({ ...invoice, dueCents: 4_490 })).toBe(
    'With tax, your next invoice is $64.90 on December 21, 2026. After your credit, $44.90 is charged.',
  );
});

it('nothing is stated while Stripe can’t tell the tax: the text above says “plus tax”', () => {
  expect(nextInvoiceText({ at, totalCents: 5_900, dueCents: 5_900, taxCents: null })).toBeNull();
});
