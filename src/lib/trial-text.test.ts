import { describe, expect, it } from 'vitest';
import { daysLeftText, trialWarning } from './trial-text.ts';

const trialEndsAt = '2026-11-24T12:00:00.000Z';

describe('the trial banner (spec §4)', () => {
  it('says "day" at one and "days" otherwise', () => {
    expect(daysLeftText(1)).toBe('1 day left in your free trial');
    expect(daysLeftText(7)).toBe('7 days left in your free trial');
  });

  it('warns at two days or fewer', () => {
    expect(trialWarning({ trialDaysLeft: 2, trialEndsAt })).toMatch(/^Upgrade before/);
    expect(trialWarning({ trialDaysLeft: 3, trialEndsAt })).not.toMatch(/Upgrade/);
  });
});
