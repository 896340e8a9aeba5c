import { describe, expect, it } from 'vitest';
import { changeLines } from './change-lines.ts';

const nextAt = '2026-12-21T12:00:00.000Z';

describe('what a change of plan costs', () => {
  it('says what is due now and next', () => {
    expect(changeLines({ dueNowCents: 3_012, creditCents: 0, nextCents: 5_900, nextAt, promotion: null })).toEqual([
      ['Due now', '$30.12'],
      ['Next invoice, Dec 21, 2026', '$59.00'],
    ]);
  });

  it('says what is left as credit', () => {
    expect(
      changeLines({ dueNowCents: 0, creditCents: 1_500, nextCents: 2_900, nextAt, promotion: null }),
    ).toContainEqual(['Credit for your next invoices', '$15.00']);
  });

  it('names the discount of a first invoice', () => {
    expect(
      changeLines({ dueNowCents: 0, creditCents: 0, nextCents: 2_950, nextAt, promotion: 'first-time' }).at(-1)?.[1],
    ).toBe('$29.50 (50 % off)');
  });
});
