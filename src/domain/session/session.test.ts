import { describe, expect, it } from 'vitest';
import { isLive, needsOnboarding } from './session.ts';

const now = Date.UTC(2026, 10, 21);
const endingIn = (ms: number) => ({
  user: { id: 'u', email: 'ana@example.com' },
  expiresAt: new Date(now + ms).toISOString(),
  needsSecondFactor: false,
  deleteAfter: null,
  resetCompletesAt: null,
});

describe('SESSION-2: the 90-second margin of a session', () => {
  it('counts as valid while more than 90 seconds are left', () => {
    expect(isLive(endingIn(90_001), now)).toBe(true);
    expect(isLive(endingIn(90_000), now)).toBe(false);
    expect(isLive(null, now)).toBe(false);
  });
});

it('ONBOARD-3: See your billing leads to billing, even before onboarding, which everything else asks for first', () => {
  expect(needsOnboarding({ businessType: null }, '/dashboard')).toBe(true);
  expect(needsOnboarding({ businessType: null }, '/dashboard/billing')).toBe(false);
  expect(needsOnboarding({ businessType: 'agency' }, '/dashboard')).toBe(false);
});
