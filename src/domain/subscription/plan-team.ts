import { TEAM } from '#contract/chat/assistants.ts';
import { PLAN_NAMES } from '#contract/billing/plans.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { listInWords } from '#src/lib/text/list-in-words.ts';

const PLAN_BELOW: Record<PaidTier, PaidTier | null> = { starter: null, pro: 'starter', ultimate: 'pro' };

/** The teammates of a plan by name: `Everyone in Starter, plus Soshie, Cassie and Milli`. */
export function planTeam(plan: PaidTier): string {
  const below = PLAN_BELOW[plan];
  const own = TEAM.filter((assistant) => assistant.tier === plan || (below === null && assistant.tier === 'free'));
  const names = listInWords(own.map((assistant) => assistant.name));
  return below === null ? names : `Everyone in ${PLAN_NAMES[below]}, plus ${names}`;
}
