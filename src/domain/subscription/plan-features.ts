import { GENERAL_ASSISTANTS } from '#contract/chat/assistants.ts';
import { LIMITS, PREMIUM_TEMPLATES_TIER, storageText, type Limit } from '#contract/billing/limits.ts';
import { isAtLeast, type PaidTier } from '#contract/billing/tiers.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { planTeam } from './plan-team.ts';

const monthly = (limit: Limit, what: string) =>
  limit === 'unlimited' ? `Unlimited ${what}` : `${formatNumber(limit)} ${what} a month`;

function automationsLine(plan: PaidTier): string {
  const limit = LIMITS[plan].automations;
  return limit === 'unlimited' ? 'Unlimited automations' : `${formatNumber(limit)} active automations`;
}

function templatesLine(plan: PaidTier): string {
  const uses = monthly(LIMITS[plan].templates, 'template uses');
  return isAtLeast(plan, PREMIUM_TEMPLATES_TIER) ? `${uses}, premium ones included` : uses;
}

/** What a plan's card promises: only what works today, with the assistants by name (PLAN-4, PLAN-6). */
export function planFeatures(plan: PaidTier): string[] {
  return [
    planTeam(plan),
    `All ${GENERAL_ASSISTANTS.length} general assistants`,
    `${formatNumber(LIMITS[plan].messages)} messages a month`,
    monthly(LIMITS[plan].exports, 'exports'),
    templatesLine(plan),
    automationsLine(plan),
    `${storageText(LIMITS[plan].storageBytes)} for documents and pages`,
  ];
}
