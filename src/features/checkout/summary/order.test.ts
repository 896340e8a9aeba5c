import { describe, expect, it } from 'vitest';
import { checkoutTerms } from '#tests/support/subscriptions.ts';
import type { RequestedPromotion } from '#contract/billing/discounts.ts';
import type { BillingCycle } from '#contract/billing/plans.ts';
import type { CheckoutTerms } from '#src/domain/checkout/checkout-terms.ts';
import { toRequestedPromotion, readOrder } from '#src/domain/checkout/order.ts';
import { discountLine, firstLine, laterText, listLine, offerTitle } from './order-words.ts';

const now = new Date('2026-11-21T12:00:00Z');
const trialEndsAt = '2026-11-28T12:00:00Z';
const order = (cycle: BillingCycle, requested: RequestedPromotion = {}, terms: Partial<CheckoutTerms> = {}) =>
  readOrder({ plan: 'pro', cycle }, requested, checkoutTerms(terms), now);

describe('DISCOUNT-9: the order summary says what is charged', () => {
  it('in a trial: nothing today, the promoted price at its end, the cycle’s price later', () => {
    const inTrial = order('monthly', { discount: 'first-time' }, { trialEndsAt });
    expect(inTrial).toMatchObject({ listCents: 5_900, firstCents: 2_950, laterCents: 5_900, dueTodayCents: 0 });
    expect([listLine(inTrial), discountLine(inTrial), firstLine(inTrial), laterText(inTrial)]).toEqual([
      'Pro, monthly',
      'First-time discount, 50%',
      'First month, after the trial',
      'Then $29.50 on November 28, 2026 and $59 each month after that, until you cancel.',
    ]);
  });

  it.each<[BillingCycle, number, string | null, string]>([
    ['monthly', 5_900, null, 'Then $59 each month, until you cancel.'],
    ['quarterly', 15_930, 'Quarterly discount, 10%', 'Then $159.30 every 3 months, until you cancel.'],
    ['annual', 58_800, '2 months free', 'Then $588 each year, until you cancel.'],
  ])('without a trial: the first %s invoice today', (cycle, dueTodayCents, discount, later) => {
    const today = order(cycle);
    expect([today.dueTodayCents, discountLine(today), laterText(today)]).toEqual([dueTodayCents, discount, later]);
  });

  it.each<[string, RequestedPromotion, Partial<CheckoutTerms>, Date, number]>([
    ['the offer still holds', { urgent: true }, { offerEndsAt: '2026-11-21T12:00:01Z' }, now, 5_015],
    ['the offer is over', { urgent: true }, { offerEndsAt: '2026-11-21T12:00:00Z' }, now, 5_900],
    ['the offer was not requested', {}, { offerEndsAt: '2026-11-21T12:10:00Z' }, now, 5_900],
    ['they have paid before', { discount: 'first-time' }, { hasPaid: true }, now, 5_900],
    ['they come back', { discount: 'welcome-back' }, { hasPaid: true }, now, 4_720],
  ])('if %s', (_name, requested, terms, at, cents) => {
    const read = readOrder({ plan: 'pro', cycle: 'monthly' }, requested, checkoutTerms(terms), at);
    expect(read.dueTodayCents).toBe(cents);
  });

  it.each<[string, Partial<CheckoutTerms>, number, number, string]>([
    ['part of it', { creditCents: 2_000 }, 2_000, 3_900, 'Then $59 each month, until you cancel.'],
    [
      'all of it',
      { creditCents: 6_800 },
      5_900,
      0,
      'Then $59 each month, until you cancel. Your other $9.00 of credit pays first.',
    ],
    [
      'all but an amount too small to charge',
      { creditCents: 5_880 },
      5_880,
      0,
      'Then $59 each month, until you cancel.',
    ],
    [
      'part of it after the trial',
      { creditCents: 2_000, trialEndsAt },
      2_000,
      0,
      'Then $39 on November 28, 2026 and $59 each month after that, until you cancel.',
    ],
  ])('BILL-7: credit pays %s', (_name, terms, usedCents, dueTodayCents, later) => {
    const read = order('monthly', {}, terms);
    expect([read.first.usedCents, read.dueTodayCents, laterText(read)]).toEqual([usedCents, dueTodayCents, later]);
  });

  it('a promotion above the annual price leaves that price and its label', () => {
    const annual = order('annual', { urgent: true }, { offerEndsAt: '2026-11-21T12:10:00Z' });
    expect([annual.promotion, annual.dueTodayCents, discountLine(annual)]).toEqual(['urgent', 58_800, '2 months free']);
  });
});

it('the server is asked for the promotion that the summary shows, and no other', () => {
  expect([toRequestedPromotion(null), toRequestedPromotion('urgent'), toRequestedPromotion('first-time')]).toEqual([
    {},
    { urgent: true },
    { discount: 'first-time' },
  ]);
});

it('an offer is shown with its percentage and its period', () => {
  expect([offerTitle('first-time', 'monthly'), offerTitle('urgent', 'quarterly')]).toEqual([
    '50% off your first month',
    '15% off your first quarter',
  ]);
});
