import { describe, expect, it } from 'vitest';
import { SUBSCRIPTION_TRUST_MS } from '#contract/billing/billing-times.ts';
import { planAccess, trialAccess } from '#tests/support/subscriptions.ts';
import { accessToShow, END_WAIT_MS, nextEndMs } from './subscription-access.ts';

const DAY = 86_400_000;
const now = Date.parse('2026-11-21T12:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();

const pro = planAccess({ trialEndsAt: iso(now - 30 * DAY) });
const trial = trialAccess({ trialEndsAt: iso(now + DAY), trialDaysLeft: 1 });

describe('BILL-4: what is shown while the poll works or fails', () => {
  it('trusts the server while it answers, regardless of the local clock', () => {
    const known = { access: trial, knownAt: now + 2 * DAY, failingSince: null };
    expect(accessToShow(known, now + 2 * DAY)).toBe(trial);
  });

  it('keeps the last known state for ten minutes, then falls back to not subscribed', () => {
    const known = { access: pro, knownAt: now, failingSince: now + 60_000 };
    expect(accessToShow(known, now + 60_000 + SUBSCRIPTION_TRUST_MS - 1)).toBe(pro);
    expect(accessToShow(known, now + 60_000 + SUBSCRIPTION_TRUST_MS)).toMatchObject({
      tier: 'free',
      plan: null,
      planName: 'Free',
      status: 'none',
      hasTrialExpired: false,
    });
  });

  it('lets our own trial, which is no subscription, run to its end', () => {
    const known = { access: trial, knownAt: now, failingSince: now };
    expect(accessToShow(known, now + SUBSCRIPTION_TRUST_MS)).toMatchObject({ tier: 'ultimate', isInTrial: true });
  });

  it('drops a plan that was chosen in a trial, and keeps the trial', () => {
    const chosen = { ...trial, status: 'trialing' as const, plan: 'pro' as const }; // reason: words of unions
    const known = { access: chosen, knownAt: now, failingSince: now };
    expect(accessToShow(known, now + SUBSCRIPTION_TRUST_MS)).toMatchObject({
      tier: 'ultimate',
      plan: null,
      status: 'trial',
    });
  });

  it('ends a trial on time even if the server does not answer', () => {
    const known = { access: trial, knownAt: now, failingSince: null };
    expect(accessToShow(known, now + DAY)).toBe(trial);
    expect(accessToShow(known, now + DAY + END_WAIT_MS)).toMatchObject({
      tier: 'free',
      isInTrial: false,
      hasTrialExpired: true,
      trialDaysLeft: 0,
    });
  });

  it('switches to the plan chosen for the end of the trial', () => {
    const chosen = { ...trial, status: 'trialing' as const, plan: 'starter' as const }; // reason: words of unions
    const known = { access: chosen, knownAt: now, failingSince: null };
    expect(accessToShow(known, now + DAY + END_WAIT_MS)).toMatchObject({ tier: 'starter', plan: 'starter' });
  });

  it('ends a canceled plan at its end', () => {
    const known = { access: { ...pro, planEndsAt: iso(now + DAY) }, knownAt: now, failingSince: null };
    expect(accessToShow(known, now + DAY + END_WAIT_MS)).toMatchObject({ tier: 'free', plan: null });
  });
});

describe('when the server is asked ahead of schedule', () => {
  it('asks at the instant of the nearest end', () => {
    expect(nextEndMs(trial, now)).toBe(DAY);
    expect(nextEndMs({ ...trial, plan: 'pro', planEndsAt: iso(now + 2_000) }, now)).toBe(2_000);
  });

  it('asks again for a while if the server has not reached the end yet, then leaves it to the poll', () => {
    expect(nextEndMs(trial, now + DAY + 1_000)).toBe(END_WAIT_MS);
    expect(nextEndMs(trial, now + DAY + 60_000)).toBeNull();
  });

  it('does not ask if nothing ends', () => {
    expect(nextEndMs(pro, now)).toBeNull();
  });

  it('never exceeds the longest timer', () => {
    expect(nextEndMs({ ...pro, planEndsAt: iso(now + 300 * DAY) }, now)).toBe(2 ** 31 - 1);
  });
});
