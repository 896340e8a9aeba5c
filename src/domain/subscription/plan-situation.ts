import { LIMITS } from '#contract/billing/limits.ts';
import { CYCLE_MONTHS, cyclePriceCents, PLAN_NAMES, TRIAL_DAYS, type BillingCycle } from '#contract/billing/plans.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { formatAmount, formatDate, formatNumber, formatUsd } from '#src/lib/format.ts';
import type { ProfileAccess } from './plan-label.ts';
import type { CurrentPlan } from './subscription.ts';

type Situation = { name: string; price: string; text: string };

const PERIODS: Record<BillingCycle, string> = {
  monthly: 'per month',
  quarterly: `every ${CYCLE_MONTHS.quarterly} months`,
  annual: 'per year',
};
const FREE_MESSAGES = formatNumber(LIMITS.free.messages);
const THEN_FREE = `you are on Free, with ${FREE_MESSAGES} messages a month. Nothing is deleted.`;

/** `$288 per year`: what every invoice but a promoted first one is. */
function priceText(plan: PaidTier, cycle: BillingCycle): string {
  return `${formatUsd(cyclePriceCents(plan, cycle) / 100)} ${PERIODS[cycle]}`;
}

function nextCharge({ plan, cycle, renewalCents, creditCents }: CurrentPlan): string {
  const paidByCredit = Math.min(renewalCents, creditCents);
  const amount = `${formatUsd(renewalCents / 100)}${paidByCredit > 0 ? `, of which your credit pays ${formatAmount(paidByCredit)}` : ''}`;
  return renewalCents === cyclePriceCents(plan, cycle) ? amount : `${amount}, later ${priceText(plan, cycle)}`;
}

function trialText(ends: string, current: CurrentPlan | null): string {
  if (!current) return `Your trial ends on ${ends}. Until then everyone on the team is open. After it ${THEN_FREE}`;
  const name = PLAN_NAMES[current.plan];
  if (current.cancelsAt) return `You cancelled ${name}. Your trial goes on until ${ends}; then ${THEN_FREE}`;
  return current.hasCard
    ? `Your trial ends on ${ends}. Then ${name} goes on, and your card is charged ${nextCharge(current)}.`
    : `Your trial ends on ${ends}. There is no card yet. Add one to go on with ${name} for ${nextCharge(current)}; without it ${THEN_FREE}`;
}

function planText(current: CurrentPlan): string {
  const messages = `${formatNumber(LIMITS[current.plan].messages)} messages a month.`;
  if (current.cancelsAt)
    return `You cancelled. Your plan runs until ${formatDate(current.cancelsAt)}; then ${THEN_FREE}`;
  if (current.graceEndsAt)
    return `Your last payment failed. Your plan is kept until ${formatDate(current.graceEndsAt)}; without a payment ${THEN_FREE}`;
  if (!current.renewsAt) return messages;
  return `${messages} Your next billing date is ${formatDate(current.renewsAt)}: ${nextCharge(current)}.`;
}

/** How somebody came to have nothing but Free, or what is about to change it. */
function past({ status, hasTrialExpired, trialEndsAt }: ProfileAccess, current: CurrentPlan | null): string {
  const name = current && PLAN_NAMES[current.plan];
  if (current?.graceEndsAt)
    return `Your last payment failed, and ${name} was kept until ${formatDate(current.graceEndsAt)}. It comes back with a payment. `;
  if (current?.renewsAt) {
    const card = current.hasCard ? '' : 'There is no card yet: add one under Manage Subscription, or it ends then. ';
    return `${name} begins with its first payment on ${formatDate(current.renewsAt)}. ${card}`;
  }
  if (hasTrialExpired && trialEndsAt) return `Your trial ended on ${formatDate(trialEndsAt)}. `;
  return status === 'ended' ? 'Your plan has ended. ' : '';
}

function freeText(access: ProfileAccess, current: CurrentPlan | null): string {
  return `${past(access, current)}Brain AI and the general assistants are open, with ${FREE_MESSAGES} messages a month.`;
}

/** What applies now, what it costs and what comes next, in words. `current` is null where there is no plan: ask only once that is known. */
export function planSituation(access: ProfileAccess, current: CurrentPlan | null): Situation {
  if (access.isInTrial && access.trialEndsAt) {
    const text = trialText(formatDate(access.trialEndsAt), current);
    if (current) return { name: PLAN_NAMES[current.plan], price: priceText(current.plan, current.cycle), text };
    return { name: 'Trial', price: `$0 for ${TRIAL_DAYS} days`, text };
  }
  if (access.plan && current)
    return { name: PLAN_NAMES[current.plan], price: priceText(current.plan, current.cycle), text: planText(current) };
  if (access.plan) {
    const messages = formatNumber(LIMITS[access.plan].messages);
    return { name: PLAN_NAMES[access.plan], price: '', text: `${messages} messages a month.` };
  }
  return { name: PLAN_NAMES.free, price: '$0 per month', text: freeText(access, current) };
}
