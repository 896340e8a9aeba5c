import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SUBSCRIPTION_TRUST_MS } from '#contract/billing/billing-times.ts';
import { planAccess, trialAccess } from '#tests/support/subscriptions.ts';
import { createAccessFollower } from './access-follower.ts';
import type { ProfileAccess } from './plan-label.ts';
import { END_WAIT_MS } from './subscription-access.ts';

const start = Date.parse('2026-11-21T12:00:00Z');
const pro = planAccess();
const trial = trialAccess({ trialEndsAt: new Date(start + 90_000).toISOString(), trialDaysLeft: 1 });

function aFollower() {
  const shown: ProfileAccess['tier'][] = [];
  const ask = vi.fn();
  const follower = createAccessFollower({
    now: Date.now,
    setTimer: (work, ms) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    ask,
    show: ({ tier }) => shown.push(tier),
  });
  return { follower, shown, ask };
}

beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

describe('the access that the whole dashboard shows', () => {
  it('is the server’s newest answer, whichever call brought it', () => {
    const { follower, shown } = aFollower();
    follower.learn(trial, start);
    follower.answered(pro, start + 1);
    follower.learn(trial, start);
    expect(shown).toEqual(['ultimate', 'pro']);
  });

  it('is re-read the moment a trial ends, and is locked if no answer comes', () => {
    const { follower, shown, ask } = aFollower();
    follower.answered(trial, start);
    vi.advanceTimersByTime(89_999);
    expect(ask).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(ask).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(END_WAIT_MS);
    expect(shown.at(-1)).toBe('free');
  });

  it('keeps a plan through exactly ten minutes of failures, and restores it with the next answer', () => {
    const { follower, shown } = aFollower();
    follower.answered(pro, start);
    follower.failed(start + 60_000);
    follower.failed(start + 120_000);
    vi.advanceTimersByTime(60_000 + SUBSCRIPTION_TRUST_MS - 1);
    expect(shown.at(-1)).toBe('pro');
    vi.advanceTimersByTime(1);
    expect(shown.at(-1)).toBe('free');
    follower.answered(pro, Date.now());
    expect(shown.at(-1)).toBe('pro');
  });

  it('no longer changes once it is stopped', () => {
    const { follower, ask } = aFollower();
    follower.answered(trial, start);
    follower.stop();
    vi.advanceTimersByTime(200_000);
    expect(ask).not.toHaveBeenCalled();
  });
});
