import { describe, expect, it, test } from 'vitest';
import { isUnlockedByHeld, plansThatUnlock, type UpgradeNeed } from './upgrade.ts';
import type { PaidTier, Tier } from './tiers.ts';

const offered = (need: UpgradeNeed, tier: Tier, held: PaidTier | null) =>
  plansThatUnlock(need, { tier, held }).map(({ id }) => id);

describe('ACCESS-7: the upgrade dialog', () => {
  test.each<[string, UpgradeNeed, Tier, PaidTier | null, PaidTier[]]>([
    ['a Pro teammate, to someone on Free', { assistantId: 'soshie' }, 'free', null, ['pro', 'ultimate']],
    ['an Ultimate teammate, to someone on Pro', { assistantId: 'landa' }, 'pro', 'pro', ['ultimate']],
    ['a Starter teammate, to someone on Free', { assistantId: 'seomi' }, 'free', null, ['starter', 'pro', 'ultimate']],
    ['more messages, to someone on Starter', { kind: 'messages' }, 'starter', 'starter', ['pro', 'ultimate']],
    ['more exports, to someone on Pro', { kind: 'exports' }, 'pro', 'pro', ['ultimate']],
    [
      'a connected integration, to someone on Free',
      { kind: 'integrations' },
      'free',
      null,
      ['starter', 'pro', 'ultimate'],
    ],
    ['what begins with Pro, to someone on Free', { plan: 'pro' }, 'free', null, ['pro', 'ultimate']],
    ['what begins with Pro, to someone on Starter', { plan: 'pro' }, 'starter', 'starter', ['pro', 'ultimate']],
    ['nothing, at the highest limit', { kind: 'messages' }, 'ultimate', 'ultimate', []],
    ['nothing, at the limit of a trial', { kind: 'messages' }, 'ultimate', null, []],
    ['any plan, after a trial', null, 'free', null, ['starter', 'pro', 'ultimate']],
    ['the bigger plans, to someone who chose Starter in a trial', null, 'ultimate', 'starter', ['pro', 'ultimate']],
  ])('offers %s', (_name, need, tier, held, plans) => {
    expect(offered(need, tier, held)).toEqual(plans);
  });

  it('offers nobody the plan they have, whose payment failed; that plan would be enough', () => {
    const unpaid = { tier: 'free', held: 'pro' } as const;
    expect(plansThatUnlock({ assistantId: 'soshie' }, unpaid).map(({ id }) => id)).toEqual(['ultimate']);
    expect(isUnlockedByHeld({ assistantId: 'soshie' }, unpaid)).toBe(true);
    expect(isUnlockedByHeld({ kind: 'messages' }, unpaid)).toBe(true);
    expect(isUnlockedByHeld({ assistantId: 'landa' }, unpaid)).toBe(false);
    expect(isUnlockedByHeld({ assistantId: 'landa' }, { tier: 'pro', held: 'pro' })).toBe(false);
    expect(isUnlockedByHeld({ kind: 'messages' }, { tier: 'free', held: null })).toBe(false);
  });
});
