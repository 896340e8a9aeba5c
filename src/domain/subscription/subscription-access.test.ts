import { describe, expect, it } from 'vitest';
import { SUBSCRIPTION_KEPT_MS } from '#contract/billing/billing-times.ts';
import type { ProfileAccess } from './plan-label.ts';
import { accessToShow, END_WAIT_MS, nextEndMs } from './subscription-access.ts';

const DAY = 86_400_000;
const now = Date.parse('2026-11-21T12:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();

const pro: ProfileAccess = {
  tier: 'pro',
  plan: 'pro',
  planName: 'Pro',
  status: 'active',
  isInTrial: false,
  hasTrialExpired: false,
  trialEndsAt: iso(now - 30 * DAY),
  trialDaysLeft: 0,
  planEndsAt: null,
};
const trial: ProfileAccess = {
  ...pro,
  tier: 'ultimate',
  plan: null,
  planName: 'Ultimate',
  status: 'trial',
  isInTrial: true,
  trialEndsAt: iso(now + DAY),
  trialDaysLeft: 1,
};

describe('what is shown while the poll works or fails (spec §4, DECISIONS "Trial and subscription")', () => {
  it('believes the server while it answers, whatever this clock says', () => {
    const known = { access: trial, knownAt: now + 2 * DAY, failingSince: null };
    expect(accessToShow(known, now + 2 * DAY)).toBe(trial);
  });

  it('keeps the last known state for ten minutes, then falls back to not subscribed', () => {
    const known = { access: pro, knownAt: now, failingSince: now + 60_000 };
    expect(accessToShow(known, now + 60_000 + SUBSCRIPTION_KEPT_MS - 1)).toBe(pro);
    expect(accessToShow(known, now + 60_000 + SUBSCRIPTION_KEPT_MS)).toMatchObject({
      tier: 'free',
      plan: null,
      planName: 'Free',
      status: 'none',
      hasTrialExpired: false,
    });
  });

  it('lets our own trial, which is no subscription, run on', () => {
    const known = { access: trial, knownAt: now, failingSince: now };
    expect(accessToShow(known, now + SUBSCRIPTION_KEPT_MS)).toMatchObject({ tier: 'ultimate', isInTrial: true });
  });

  it('drops a plan that was chosen in a trial, and keeps the trial', () => {
    const chosen = { ...trial, status: 'trialing' as const, plan: 'pro' as const }; // reason: words of unions
    const known = { access: chosen, knownAt: now, failingSince: now };
    expect(accessToShow(known, now + SUBSCRIPTION_KEPT_MS)).toMatchObject({
      tier: 'ultimate',
      plan: null,
      status: 'trial',
    });
  });

  it('ends a trial by itself where nobody answers at its end', () => {
    const known = { access: trial, knownAt: now, failingSince: null };
    expect(accessToShow(known, now + DAY)).toBe(trial);
    expect(accessToShow(known, now + DAY + END_WAIT_MS)).toMatchObject({
      tier: 'free',
      isInTrial: false,
      hasTrialExpired: true,
      trialDaysLeft: 0,
    });
  });

  it('goes on with the plan that was chosen for the end of the trial', () => {
    const chosen = { ...trial, status: 'trialing' as const, plan: 'starter' as const }; // reason: words of unions
    const known = { access: chosen, knownAt: now, failingSince: null };
    expect(accessToShow(known, now + DAY + END_WAIT_MS)).toMatchObject({ tier: 'starter', plan: 'starter' });
  });

  it('ends a cancelled plan at its end', () => {
    const known = { access: { ...pro, planEndsAt: iso(now + DAY) }, knownAt: now, failingSince: null };
    expect(accessToShow(known, now + DAY + END_WAIT_MS)).toMatchObject({ tier: 'free', plan: null });
  });
});

describe('when the server is asked out of turn', () => {
  it('asks at the instant of the nearest end', () => {
    expect(nextEndMs(trial, now)).toBe(DAY);
    expect(nextEndMs({ ...trial, plan: 'pro', planEndsAt: iso(now + 2_000) }, now)).toBe(2_000);
  });

  it('asks again for a while where the server does not see the end yet, then leaves it to the poll', () => {
    expect(nextEndMs(trial, now + DAY + 1_000)).toBe(END_WAIT_MS);
    expect(nextEndMs(trial, now + DAY + 60_000)).toBeNull();
  });

  it('does not ask where nothing ends', () => {
    expect(nextEndMs(pro, now)).toBeNull();
  });

  it('waits no longer than a timer can', () => {
    expect(nextEndMs({ ...pro, planEndsAt: iso(now + 300 * DAY) }, now)).toBe(2 ** 31 - 1);
  });
});
