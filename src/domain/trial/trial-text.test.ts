import { describe, expect, it } from 'vitest';
import { daysLeftText, trialDay, trialWarning } from './trial-text.ts';

const trialEndsAt = '2026-11-24T12:00:00.000Z';
const alone = { trialEndsAt, plan: null, planEndsAt: null };

describe('TRIAL-7: the trial banner', () => {
  it('says "day" for one and "days" for more', () => {
    expect(daysLeftText(1)).toBe('1 day left in your free trial');
    expect(daysLeftText(7)).toBe('7 days left in your free trial');
  });

  it('warns at two days or fewer', () => {
    expect(trialWarning({ ...alone, trialDaysLeft: 2 })).toMatch(/^Upgrade before/);
    expect(trialWarning({ ...alone, trialDaysLeft: 3 })).not.toMatch(/Upgrade/);
  });

  it('does not warn people whose plan starts after the trial', () => {
    expect(trialWarning({ ...alone, trialDaysLeft: 1, plan: 'pro' })).toMatch(/Then Pro starts\.$/);
  });

  it('warns people whose plan does not', () => {
    const chosen = { ...alone, trialDaysLeft: 1, plan: 'pro' as const, planEndsAt: trialEndsAt }; // reason: a word of a union
    expect(trialWarning(chosen)).toMatch(/^Pro isn’t set to start after your trial/);
  });

  it('measures progress over the seven days', () => {
    expect([7, 6, 1, 0].map(trialDay)).toEqual([1, 2, 7, 7]);
    expect(trialDay(30)).toBe(1);
  });
});
