import { canUseAssistant, type AssistantId } from '../chat/assistants.ts';
import { LIMITS, type Limit, type UsageKind } from './limits.ts';
import { PLANS, type Plan } from './plans.ts';
import { isAtLeast, type PaidTier, type Tier } from './tiers.ts';

/** What a person ran into: a locked teammate, a limit, or what begins with a plan. Null: nothing in particular. */
export type UpgradeNeed = { assistantId: AssistantId } | { kind: UsageKind } | { plan: PaidTier } | null;
type Holder = {
  /** The tier whose access and limits apply now. */
  tier: Tier;
  /** The plan that is paid for, or chosen for the trial's end. */
  held: PaidTier | null;
};

const asNumber = (limit: Limit) => (limit === 'unlimited' ? Infinity : limit);

function unlocks(plan: PaidTier, need: UpgradeNeed, { tier, held }: Holder): boolean {
  if (need === null) return held === null || (plan !== held && isAtLeast(plan, held));
  if ('plan' in need) return isAtLeast(plan, need.plan);
  if ('assistantId' in need) return canUseAssistant(plan, need.assistantId);
  return asNumber(LIMITS[plan][need.kind]) > asNumber(LIMITS[tier][need.kind]);
}

/** The plans that unlock it, smallest first, without the one this person has (ACCESS-7). */
export function plansThatUnlock(need: UpgradeNeed, holder: Holder): readonly Plan[] {
  return PLANS.filter(({ id }) => id !== holder.held && unlocks(id, need, holder));
}

/** Whether the plan this person has would unlock it, if it were open: its payment failed, or it hasn't begun. */
export function isUnlockedByHeld(need: UpgradeNeed, holder: Holder): boolean {
  const { held, tier } = holder;
  return held !== null && !isAtLeast(tier, held) && (need === null || unlocks(held, need, holder));
}
