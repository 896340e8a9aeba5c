import { GENERAL_ASSISTANTS, TEAM } from '#contract/chat/assistants.ts';
import { LIMITS, type Limit } from '#contract/billing/limits.ts';
import { PLAN_NAMES } from '#contract/billing/plans.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { formatNumber } from '#src/lib/format.ts';
import { listInWords } from '#src/lib/list-in-words.ts';

const PLAN_BELOW: Record<PaidTier, PaidTier | null> = { starter: null, pro: 'starter', ultimate: 'pro' };

const exportsLine = (limit: Limit) =>
  limit === 'unlimited' ? 'Unlimited exports' : `${formatNumber(limit)} exports a month`;

/** What a plan's card promises: only what works, with the assistants by name (DECISIONS "No vapour"). */
export function planFeatures(plan: PaidTier): string[] {
  const below = PLAN_BELOW[plan];
  const own = TEAM.filter((assistant) => assistant.tier === plan || (below === null && assistant.tier === 'free'));
  const names = listInWords(own.map((assistant) => assistant.name));
  return [
    below === null ? names : `Everyone in ${PLAN_NAMES[below]}, plus ${names}`,
    `All ${GENERAL_ASSISTANTS.length} general assistants`,
    `${formatNumber(LIMITS[plan].messages)} messages a month`,
    exportsLine(LIMITS[plan].exports),
  ];
}
