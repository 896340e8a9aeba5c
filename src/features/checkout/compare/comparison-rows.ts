import { GENERAL_ASSISTANTS, TEAM, teamOfTier } from '#contract/chat/assistants.ts';
import { LIMITS, PREMIUM_TEMPLATES_TIER, storageText, type Limit } from '#contract/billing/limits.ts';
import { isAtLeast, PAID_TIERS, type PaidTier } from '#contract/billing/tiers.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { listInWords } from '#src/lib/text/list-in-words.ts';

/** A cell is a text, or whether the plan includes the feature. */
export type ComparisonRow = { label: string; cells: Record<PaidTier, string | boolean> };

function rowOf(label: string, cell: (plan: PaidTier) => string | boolean): ComparisonRow {
  const cells = { starter: cell('starter'), pro: cell('pro'), ultimate: cell('ultimate') };
  return { label, cells };
}

const limitText = (limit: Limit) => (limit === 'unlimited' ? 'Unlimited' : formatNumber(limit));

/** The plans side by side: only what works today (PLAN-4, PLAN-8). */
export function comparisonRows(): ComparisonRow[] {
  const newIn = (tier: PaidTier) =>
    listInWords(TEAM.filter((assistant) => assistant.tier === tier).map(({ name }) => name));
  return [
    rowOf('Teammates', (plan) => `${teamOfTier(plan).length} of ${TEAM.length}`),
    ...PAID_TIERS.map((tier) =>
      rowOf(newIn(tier), (plan) => teamOfTier(plan).some((assistant) => assistant.tier === tier)),
    ),
    rowOf('General assistants', () => String(GENERAL_ASSISTANTS.length)),
    rowOf('Messages a month', (plan) => formatNumber(LIMITS[plan].messages)),
    rowOf('Exports a month', (plan) => limitText(LIMITS[plan].exports)),
    rowOf('Template uses a month', (plan) => limitText(LIMITS[plan].templates)),
    rowOf('Premium templates', (plan) => isAtLeast(plan, PREMIUM_TEMPLATES_TIER)),
    rowOf('Active automations', (plan) => limitText(LIMITS[plan].automations)),
    rowOf('Documents and pages', (plan) => storageText(LIMITS[plan].storageBytes)),
  ];
}
