import { payWithCredit } from '#contract/billing/credit.ts';
import { yourCard } from '#contract/billing/card.ts';
import { LIMITS } from '#contract/billing/limits.ts';
import {
  CYCLE_MONTHS,
  CYCLE_NAMES,
  PLAN_NAMES,
  readPriceId,
  TRIAL_DAYS,
  type BillingCycle,
} from '#contract/billing/plans.ts';
import { formatAmount, formatDate, formatNumber, formatUsd } from '#src/lib/text/format.ts';
import { plusTax } from '../site/tax-note.ts';
import { failedPayment } from './failed-payment.ts';
import type { ProfileAccess } from './plan-label.ts';
import type { CurrentPlan, SubscriptionState } from './subscription.ts';

type Situation = { name: string; price: string; text: string };
/** `current` is null without a plan. */
type Money = Pick<SubscriptionState, 'current' | 'creditCents'>;

const PERIODS: Record<BillingCycle, string> = {
  monthly: 'per month',
  quarterly: `every ${CYCLE_MONTHS.quarterly} months`,
  annual: 'per year',
};
const FREE_MESSAGES = formatNumber(LIMITS.free.messages);
const THEN_FREE = `you’ll move to Free, with ${FREE_MESSAGES} messages a month. You keep everything.`;

/** `$288 per year`: the amount of every invoice except a promoted first one, at this customer's own price. */
function priceText({ priceCents, cycle, isTaxed }: CurrentPlan): string {
  return `${formatUsd(priceCents / 100)} ${PERIODS[cycle]}${plusTax(isTaxed)}`;
}

/** Credit that nothing will use yet (BILL-7). */
export function creditText(creditCents: number): string {
  return creditCents > 0 ? `You have ${formatAmount(creditCents)} of credit, which pays for your next plan.` : '';
}

/** Where the money for the next invoice comes from. */
function source({ renewalCents, hasCard, card, isTaxed, isPaidElsewhere }: CurrentPlan, creditCents: number): string {
  const { usedCents, dueCents } = payWithCredit(renewalCents, creditCents);
  const isTooSmall = !isTaxed && dueCents === 0 && usedCents < renewalCents;
  const payer = isPaidElsewhere ? 'the card used to buy this plan' : yourCard(card);
  const charged = isTooSmall ? 'added to the invoice after it' : hasCard ? `charged to ${payer}` : null;
  if (usedCents === 0) return charged === null ? '' : `, ${charged}`;
  const credit = `, with ${formatAmount(usedCents)} paid by your credit`;
  return usedCents === renewalCents || charged === null ? credit : `${credit} and the rest ${charged}`;
}

/** `$29.50, charged to your Visa ending in 4242, then $59 per month`. */
export function nextCharge(current: CurrentPlan, creditCents: number): string {
  const amount = `${formatUsd(current.renewalCents / 100)}${plusTax(current.isTaxed)}${source(current, creditCents)}`;
  return current.renewalCents === current.priceCents ? amount : `${amount}, then ${priceText(current)}`;
}

function trialText(ends: string, { current, creditCents }: Money): string {
  if (!current) return `Your trial ends on ${ends}. Until then, the whole team is open. After that, ${THEN_FREE}`;
  const name = PLAN_NAMES[current.plan];
  if (current.cancelsAt) return `You canceled ${name}. Your trial runs until ${ends}. After that, ${THEN_FREE}`;
  const charge = nextCharge(current, creditCents);
  return current.hasCard
    ? `Your trial ends on ${ends}. ${name} starts then for ${charge}.`
    : `Your trial ends on ${ends}. There’s no card yet. Add one to keep ${name} for ${charge}. Without one, ${THEN_FREE}`;
}

function planText(current: CurrentPlan, creditCents: number): string {
  const messages = `${formatNumber(LIMITS[current.plan].messages)} messages a month.`;
  if (current.cancelsAt)
    return `You canceled. Your plan runs until ${formatDate(current.cancelsAt)}. After that, ${THEN_FREE}`;
  if (current.graceEndsAt)
    return `${failedPayment(current)}. We’ll keep your plan until ${formatDate(current.graceEndsAt)}. Without a payment, ${THEN_FREE}`;
  if (!current.renewsAt) return messages;
  const next = current.scheduled && readPriceId(current.scheduled.priceId);
  if (current.scheduled && next) {
    const plan = `${PLAN_NAMES[next.plan]}, ${CYCLE_NAMES[next.cycle].toLowerCase()}`;
    const charge = nextCharge({ ...current, priceCents: current.renewalCents }, creditCents);
    return `${messages} You’re switching to ${plan}, on ${formatDate(current.scheduled.at)}: ${charge}.`;
  }
  return `${messages} Your next billing date is ${formatDate(current.renewsAt)}: ${nextCharge(current, creditCents)}.`;
}

/** Why someone is on Free, or what is about to change it. */
function past({ status, hasTrialExpired, trialEndsAt }: ProfileAccess, current: CurrentPlan | null): string {
  const name = current && PLAN_NAMES[current.plan];
  if (current?.graceEndsAt)
    return `${failedPayment(current)}, and we kept ${name} until ${formatDate(current.graceEndsAt)}. Pay the open invoice to get it back. `;
  if (current?.renewsAt) {
    const card = current.hasCard ? '' : 'There’s no card yet. Add one under Manage Subscription, or it ends that day. ';
    return `${name} starts with your first payment on ${formatDate(current.renewsAt)}. ${card}`;
  }
  if (hasTrialExpired && trialEndsAt) return `Your trial ended on ${formatDate(trialEndsAt)}. `;
  return status === 'ended' ? 'Your plan has ended. ' : '';
}

/** A plan that was ended early and stays until the end of the time that was paid for. */
function endedText({ planEndsAt }: ProfileAccess, messages: string): string {
  return planEndsAt === null
    ? `${messages} messages a month.`
    : `You canceled. Your plan runs until ${formatDate(planEndsAt)}. After that, ${THEN_FREE}`;
}

function situation(access: ProfileAccess, money: Money): Situation {
  const { current, creditCents } = money;
  if (access.isInTrial && access.trialEndsAt) {
    const text = trialText(formatDate(access.trialEndsAt), money);
    if (current) return { name: PLAN_NAMES[current.plan], price: priceText(current), text };
    return { name: 'Trial', price: `$0 for ${TRIAL_DAYS} days`, text };
  }
  if (access.plan && current)
    return { name: PLAN_NAMES[current.plan], price: priceText(current), text: planText(current, creditCents) };
  if (access.plan)
    return {
      name: PLAN_NAMES[access.plan],
      price: '',
      text: endedText(access, formatNumber(LIMITS[access.plan].messages)),
    };
  const text = `${past(access, current)}Brain AI and the general assistants are open, with ${FREE_MESSAGES} messages a month.`;
  return { name: PLAN_NAMES.free, price: '$0 per month', text };
}

/** What applies now, what it costs and what comes next, in words. Call this only once the subscription has loaded. */
export function planSituation(access: ProfileAccess, money: Money): Situation {
  const { name, price, text } = situation(access, money);
  const { current, creditCents } = money;
  // For a plan that renews, its own lines say what credit pays for.
  const isSaid = current?.renewsAt != null && (access.plan !== null || access.isInTrial) && !current.graceEndsAt;
  return { name, price, text: isSaid ? text : [text, creditText(creditCents)].filter(Boolean).join(' ') };
}
