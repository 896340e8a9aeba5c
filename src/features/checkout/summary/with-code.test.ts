import { describe, expect, it } from 'vitest';
import { checkoutTerms } from '#tests/support/subscriptions.ts';
import type { PromoCode } from '#contract/billing/promo-code.ts';
import type { RequestedPromotion } from '#contract/billing/discounts.ts';
import type { BillingCycle } from '#contract/billing/plans.ts';
import { discountLine, laterText, listLine } from './order-words.ts';
import { readOrder } from '#src/domain/checkout/order.ts';
import { withCode } from './with-code.ts';

const now = new Date('2026-11-21T12:00:00Z');
const order = (cycle: BillingCycle, requested: RequestedPromotion = {}, trialEndsAt: string | null = null) =>
  readOrder({ plan: 'pro', cycle }, requested, checkoutTerms({ trialEndsAt }), now);
const aCode = (code: Partial<PromoCode> = {}): PromoCode => ({
  code: 'SAVE20',
  percentOff: 20,
  amountOffCents: null,
  lasts: 'once',
  plans: null,
  minimumCents: 0,
  ...code,
});

describe('DISCOUNT-10: a promo code in the order summary', () => {
  it.each<[BillingCycle, number, number, string]>([
    ['monthly', 1_180, 4_720, 'Then $59 each month, until you cancel.'],
    ['quarterly', 3_186, 12_744, 'Then $159.30 every 3 months, until you cancel.'],
    ['annual', 11_760, 47_040, 'Then $588 each year, until you cancel.'],
  ])('comes off the %s price, to the cent', (cycle, off, due, later) => {
    const priced = withCode(order(cycle), aCode());
    expect(priced).toMatchObject({ discount: { cents: off }, dueTodayCents: due });
    expect([listLine(priced), discountLine(priced), laterText(priced)]).toEqual([
      `Pro, ${cycle}`,
      'Code SAVE20, 20%',
      later,
    ]);
  });

  it('never stacks with a promotion: the better of the two is used, and the summary says which', () => {
    const promoted = order('monthly', { discount: 'first-time' });
    const worse = withCode(promoted, aCode());
    expect(worse).toMatchObject({ promotion: 'first-time', dueTodayCents: 2_950 });
    expect([discountLine(worse), worse.code?.note]).toEqual([
      'First-time discount, 50%',
      'Your first-time discount saves you more than SAVE20, so that’s what we use.',
    ]);
    const better = withCode(promoted, aCode({ percentOff: null, amountOffCents: 4_000 }));
    expect(better).toMatchObject({ promotion: null, dueTodayCents: 1_900 });
    expect([discountLine(better), better.code?.note]).toEqual([
      'Code SAVE20',
      'SAVE20 saves you at least as much as your first-time discount, so that’s what we use.',
    ]);
  });

  it('says what later invoices cost if it lowers them too', () => {
    const always = withCode(order('monthly'), aCode({ lasts: 'forever' }));
    expect(laterText(always)).toBe('Then $47.20 each month, until you cancel.');
    const some = withCode(order('monthly'), aCode({ lasts: { months: 3 } }));
    expect(laterText(some)).toBe('Then $47.20 for the next 2 invoices, then $59 each month, until you cancel.');
    const inTrial = withCode(order('monthly', {}, '2026-11-28T12:00:00Z'), aCode({ lasts: { months: 2 } }));
    expect([inTrial.dueTodayCents, laterText(inTrial)]).toEqual([
      0,
      'Then $47.20 on November 28, 2026 and for the next invoice, then $59 each month, until you cancel.',
    ]);
  });

  it('is counted before credit pays', () => {
    const terms = checkoutTerms({ creditCents: 2_000 });
    const withCredit = withCode(readOrder({ plan: 'pro', cycle: 'monthly' }, {}, terms, now), aCode());
    expect([withCredit.first.usedCents, withCredit.dueTodayCents]).toEqual([2_000, 2_720]);
  });

  it('says so if it isn’t for this plan', () => {
    const other = withCode(order('monthly'), aCode({ plans: ['ultimate'] }));
    expect([other.dueTodayCents, other.code?.note]).toEqual([5_900, 'SAVE20 doesn’t apply to Pro at this price.']);
    const tooSmall = withCode(order('monthly'), aCode({ minimumCents: 10_000 }));
    expect(tooSmall.dueTodayCents).toBe(5_900);
  });
});
