import { describe, expect, it } from 'vitest';
import { changeLines, laterLines } from './change-lines.ts';

const nextAt = '2026-12-21T12:00:00.000Z';

describe('what a change of plan costs', () => {
  it('says what is due now and next', () => {
    expect(
      changeLines({
        dueNowCents: 3_012,
        creditCents: 0,
        creditUsedCents: 0,
        nextCents: 5_900,
        nextTaxCents: 0,
        nextAt,
        promotion: null,
      }),
    ).toEqual([
      ['Due now', '$30.12'],
      ['Next invoice, December 21, 2026', '$59.00'],
    ]);
  });

  it('says what remains as credit', () => {
    expect(
      changeLines({
        dueNowCents: 0,
        creditCents: 1_500,
        creditUsedCents: 0,
        nextCents: 2_900,
        nextTaxCents: 0,
        nextAt,
        promotion: null,
      }),
    ).toContainEqual(['Credit for your next invoices', '$15.00']);
  });

  it('says what existing credit pays of it', () => {
    const money = { creditCents: 0, nextCents: 5_900, nextTaxCents: 0, nextAt: null, promotion: null };
    expect(changeLines({ ...money, dueNowCents: 3_012, creditUsedCents: 2_000 })).toEqual([
      ['Paid by your credit', '$20.00'],
      ['Due now', '$30.12'],
    ]);
  });

  it('names the discount of a first invoice', () => {
    expect(
      changeLines({
        dueNowCents: 0,
        creditCents: 0,
        creditUsedCents: 0,
        nextCents: 2_950,
        nextTaxCents: 0,
        nextAt,
        promotion: 'first-time',
      }).at(-1)?.[1],
    ).toBe('$29.50 (50% off)');
  });

  it('says that a change at the end of the period costs nothing now', () => {
    const at = '2026-12-16T12:00:00Z';
    const next = { nextCents: 2_900, nextTaxCents: 0 };
    expect(laterLines(at, next, 0)).toEqual([
      ['Due now', '$0.00'],
      ['Next invoice, December 16, 2026', '$29.00'],
    ]);
    expect(laterLines(at, next, 500)[1]).toEqual(['Your credit, for the next invoices', '$5.00']);
  });

  it('BILL-21: states the next invoice with its tax, or that tax is added if Stripe can’t tell it', () => {
    const money = { dueNowCents: 4_180, creditCents: 0, creditUsedCents: 0, nextCents: 9_700, nextAt, promotion: null };
    expect(changeLines({ ...money, nextTaxCents: 970 })).toEqual([
      ['Due now, with tax', '$41.80'],
      ['Next invoice, December 21, 2026, with tax', '$106.70'],
    ]);
    expect(changeLines({ ...money, nextTaxCents: null }).at(-1)?.[1]).toBe('$97.00 plus tax');
    expect(laterLines(nextAt, { nextCents: 2_900, nextTaxCents: 290 }, 0).at(-1)?.[1]).toBe('$31.90');
  });
});
