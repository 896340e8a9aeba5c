import { afterEach, describe, expect, it } from 'vitest';
import { setDateZone } from '#src/lib/text/format.ts';
import { currentPlan, trialAccess } from '#tests/support/subscriptions.ts';
import { boughtOf, chargesOf, momentsOf } from './purchase-words.ts';
import type { Purchase, Subscription } from './use-arrival.ts';

const now = new Date('2026-11-20T12:00:00Z');
const trialEndsAt = '2026-11-24T12:00:00.000Z';
const current = currentPlan({ renewsAt: trialEndsAt, renewalCents: 2_950 });
const access = trialAccess({ plan: 'pro', status: 'trialing', trialEndsAt });
const inTrial = { access, creditCents: 0, current };
const active = {
  access: { ...access, tier: 'pro' as const, status: 'active' as const, isInTrial: false },
  creditCents: 0,
  current: { ...current, renewsAt: '2026-12-20T12:00:00.000Z', renewalCents: 5_900 },
};
const nothing = { subtotalCents: 0, discountCents: 0, totalCents: 0 };
const yours = (today = nothing, promotion: 'first-time' | null = 'first-time'): Purchase => ({
  state: 'yours',
  today,
  promotion,
});
const lines = (...args: Parameters<typeof chargesOf>) =>
  chargesOf(...args).map(({ label, cents, kind }) => [label, kind === 'off' ? -cents : cents]);
const moments = (...args: Parameters<typeof momentsOf>) => momentsOf(...args).map(({ day, what }) => [day, what]);

afterEach(() => setDateZone(undefined));

describe('CHECKOUT-11: what was chosen, and what happens when', () => {
  it('in a trial: nothing today, the first charge at its end, the full price a month later', () => {
    expect(lines(inTrial, yours())).toEqual([
      ['Pro, first month', 5_900],
      ['First-time discount, 50%', -2_950],
      ['First charge, November 24', 2_950],
      ['Paid today', 0],
    ]);
    expect(moments(inTrial, yours(), now)).toEqual([
      ['Today, November 20', 'Everyone’s in'],
      ['Sunday, November 22', 'A reminder'],
      ['Tuesday, November 24', '$29.50'],
      ['Thursday, December 24', '$59.00'],
    ]);
    expect(momentsOf(inTrial, yours(), now).at(-1)?.text).toBe(
      'Then the same on the 24th of each month, until you cancel.',
    );
  });

  it('a reminder whose time has passed is left out', () => {
    const late = new Date('2026-11-23T12:00:00Z');
    expect(moments(inTrial, null, late).map(([, what]) => what)).toEqual(['Everyone’s in', '$29.50', '$59.00']);
  });

  it('without a card nothing is promised after the trial', () => {
    const last = momentsOf({ ...inTrial, current: { ...current, hasCard: false, card: null } }, null, now).at(-1);
    expect(last).toMatchObject({ what: 'Your trial ends', text: expect.stringContaining('Add a card by then') });
  });

  it('credit pays first', () => {
    const withCredit = { ...inTrial, creditCents: 1_000 };
    expect(lines(withCredit, yours())).toContainEqual(['Your credit', -1_000]);
    expect(moments(withCredit, yours(), now)).toContainEqual(['Tuesday, November 24', '$19.50']);
  });

  it('without a trial: what was charged today, with tax, and the next charge', () => {
    const today = { subtotalCents: 5_900, discountCents: 2_950, totalCents: 3_510 };
    expect(lines(active, yours(today))).toEqual([
      ['Pro, first month', 5_900],
      ['First-time discount, 50%', -2_950],
      ['Tax', 560],
      ['Total today', 3_510],
    ]);
    expect(moments(active, yours(today), now)).toEqual([
      ['Today, November 20', '$35.10'],
      ['Sunday, December 20', '$59.00'],
    ]);
    expect(lines(active, yours({ ...today, totalCents: 2_950 }, null))[1]).toEqual(['Discount', -2_950]);
  });

  it('a day of another year has its year, by the person’s own time zone', () => {
    setDateZone('Pacific/Kiritimati');
    const renewing = { ...active, current: { ...active.current, renewsAt: '2026-12-31T11:00:00.000Z' } };
    expect(moments(renewing, yours(), new Date('2026-12-31T09:00:00Z'))).toEqual([
      ['Today, December 31', 'You’re in'],
      ['January 1, 2027', '$59.00'],
    ]);
  });

  it('for a year, from the list price, as the order summary had it', () => {
    const yearly = {
      ...current,
      plan: 'ultimate' as const,
      cycle: 'annual' as const,
      priceId: 'ultimate_annual' as const,
    };
    const promoted = { ...inTrial, current: { ...yearly, priceCents: 94_800, renewalCents: 58_200 } };
    expect(lines(promoted, yours()).slice(0, 2)).toEqual([
      ['Ultimate, first year', 116_400],
      ['First-time discount, 50%', -58_200],
    ]);
    const plain = { ...inTrial, current: { ...yearly, priceCents: 94_800, renewalCents: 94_800 } };
    expect(lines(plain, yours(nothing, null)).slice(0, 2)).toEqual([
      ['Ultimate, first year', 116_400],
      ['2 months free', -21_600],
    ]);
    const older = { ...inTrial, current: { ...yearly, priceCents: 90_000, renewalCents: 90_000 } };
    expect(lines(older, yours(nothing, null))[0], 'an older price is kept').toEqual(['Ultimate, first year', 90_000]);
  });

  it('without the pay page’s amounts, only what the subscription says', () => {
    expect(lines(active, null)).toEqual([
      ['Pro, each month', 5_900],
      ['Next charge, December 20', 5_900],
    ]);
  });

  it('a plan that ends, or whose payment failed, shows neither', () => {
    const state = { ...inTrial, creditCents: 0 };
    expect(boughtOf({ ...state, current: { ...current, cancelsAt: trialEndsAt } } as Subscription)).toBeNull(); // reason: the fields it reads
    expect(boughtOf({ ...active, access: { ...active.access, status: 'past_due' } } as Subscription)).toBeNull(); // reason: the fields it reads
    expect(boughtOf(state as Subscription)).not.toBeNull(); // reason: the fields it reads
  });
});
