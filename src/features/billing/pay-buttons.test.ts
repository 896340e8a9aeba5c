import { expect, it } from 'vitest';
import { openInvoicePage } from './pay-buttons.tsx';

const invoice = (status: 'open' | 'paid', day: number, pageUrl: string | null = `https://pay.example/${day}`) => ({
  status,
  pageUrl,
  createdAt: `2026-11-0${day}T00:00:00.000Z`,
});

it('leads to the newest open invoice', () => {
  expect(openInvoicePage([invoice('open', 1), invoice('open', 3), invoice('paid', 4)])).toBe('https://pay.example/3');
});

it('leads nowhere if none is open, or none has a page', () => {
  expect(openInvoicePage([])).toBeNull();
  expect(openInvoicePage([invoice('paid', 1), invoice('open', 2, null)])).toBeNull();
});
