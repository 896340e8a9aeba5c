import { payWithCredit } from '#contract/billing/credit.ts';
import { quote, type Promotion } from '#contract/billing/discounts.ts';
import { LIMITS } from '#contract/billing/limits.ts';
import { CYCLE_MONTHS, DAY_MS, PLAN_NAMES, type BillingCycle } from '#contract/billing/plans.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { TRIAL_ENDING_DAYS } from '#contract/notices.ts';
import {
  dayOfMonth,
  formatAmount,
  formatDate,
  formatDayOfYear,
  formatNumber,
  formatWeekdayDay,
  isSameYear,
} from '#src/lib/text/format.ts';
import { plusTax } from '#src/domain/site/tax-note.ts';
import { discountLine } from '../summary/order-words.ts';
import type { ChargeLine } from './charge-lines.tsx';
import type { Purchase, Subscription } from './use-arrival.ts';

export type Moment = { day: string; what: string; text: string; look?: 'past' | 'pay' };
type Bought = Pick<Subscription, 'access' | 'creditCents'> & { current: NonNullable<Subscription['current']> };

const PERIODS: Record<BillingCycle, string> = { monthly: 'month', quarterly: 'quarter', annual: 'year' };
export const CYCLE_WORDS: Record<BillingCycle, string> = {
  monthly: 'billed monthly',
  quarterly: 'billed every three months',
  annual: 'billed once a year',
};

/** Someone with a plan that will renew: not canceled, no payment missing. */
export function boughtOf({ access, creditCents, current }: Subscription): Bought | null {
  if (current === null || current.cancelsAt !== null || access.status === 'past_due') return null;
  return access.isInTrial || access.plan !== null ? { access, creditCents, current } : null;
}

/** Labels an amount to come that tax is added to. */
const beforeTax = ({ isTaxed }: Bought['current']) => (isTaxed ? ', before tax' : '');
const isTrialing = ({ access, current }: Bought) => access.isInTrial && current.renewsAt !== null;

/** `Pro, first month`. */
export const firstPeriod = (plan: PaidTier, cycle: BillingCycle) => `${PLAN_NAMES[plan]}, first ${PERIODS[cycle]}`;

const off = (label: string, cents: number): ChargeLine[] => (cents > 0 ? [{ label, cents, kind: 'off' }] : []);

/**
 * The first invoice, as the order summary had it. Amounts that our prices don't explain, such as those after a promo code, are just the
 * price and what came off.
 */
function firstInvoice(
  { plan, cycle, priceId }: Bought['current'],
  promotion: Promotion | null,
  billed: { priceCents: number; offCents: number },
): ChargeLine[] {
  const label = firstPeriod(plan, cycle);
  const { discount, listCents, firstCents, laterCents } = quote(priceId, promotion);
  const isOurs = laterCents === billed.priceCents && firstCents === billed.priceCents - billed.offCents;
  const line = isOurs ? discountLine({ discount, code: null }) : null;
  if (discount === null || line === null)
    return [{ label, cents: billed.priceCents }, ...off('Discount', billed.offCents)];
  return [{ label, cents: listCents }, ...off(line, discount.cents)];
}

/** What was charged today, or will be when the trial ends. */
export function chargesOf(bought: Bought, purchase: Purchase | null): ChargeLine[] {
  const { current, creditCents } = bought;
  const { plan, cycle, priceCents, renewalCents, renewsAt } = current;
  const yours = purchase?.state === 'yours' ? purchase : null;
  const promotion = yours?.promotion ?? null;
  const next = payWithCredit(renewalCents, creditCents);
  if (isTrialing(bought)) {
    return [
      ...firstInvoice(current, promotion, { priceCents, offCents: priceCents - renewalCents }),
      ...off('Your credit', next.usedCents),
      {
        label: `First ${current.hasCard ? 'charge' : 'payment'}, ${formatDayOfYear(renewsAt ?? '')}${beforeTax(current)}`,
        cents: next.dueCents,
      },
      { label: 'Paid today', cents: 0, kind: 'sum' },
    ];
  }
  if (yours === null || yours.today.subtotalCents === 0) {
    const each: ChargeLine = {
      label: `${PLAN_NAMES[plan]}, each ${PERIODS[cycle]}${beforeTax(current)}`,
      cents: priceCents,
    };
    return renewsAt === null
      ? [each]
      : [
          each,
          {
            label: `Next charge, ${formatDayOfYear(renewsAt)}${beforeTax(current)}`,
            cents: next.dueCents,
            kind: 'sum',
          },
        ];
  }
  const { subtotalCents, discountCents, totalCents } = yours.today;
  const taxCents = totalCents - (subtotalCents - discountCents);
  return [
    ...firstInvoice(current, promotion, { priceCents: subtotalCents, offCents: discountCents }),
    ...(taxCents > 0 ? [{ label: 'Tax', cents: taxCents }] : []),
    { label: 'Total today', cents: totalCents, kind: 'sum' },
  ];
}

function addMonths(date: Date, months: number): Date {
  const later = new Date(date);
  later.setMonth(date.getMonth() + months);
  // The 31st of a short month is its last day.
  if (later.getDate() !== date.getDate()) later.setDate(0);
  return later;
}

function ordinal(day: number): string {
  const ending =
    day % 10 === 1 && day !== 11
      ? 'st'
      : day % 10 === 2 && day !== 12
        ? 'nd'
        : day % 10 === 3 && day !== 13
          ? 'rd'
          : 'th';
  return `${day}${ending}`;
}

function repeats(cycle: BillingCycle, date: Date): string {
  if (cycle === 'monthly') return `Then the same on the ${ordinal(dayOfMonth(date))} of each month, until you cancel.`;
  return `Then the same ${cycle === 'annual' ? 'each year' : 'every three months'}, until you cancel.`;
}

/** With the year only if it's another one. */
const dayOf = (date: Date, now: Date) => (isSameYear(date, now) ? formatWeekdayDay(date) : formatDate(date));

/** What happens when, in the person's own time zone. */
export function momentsOf(bought: Bought, purchase: Purchase | null, now: Date): Moment[] {
  const { access, creditCents, current } = bought;
  const { plan, cycle, priceCents, renewalCents, hasCard, isTaxed } = current;
  const name = PLAN_NAMES[plan];
  const today = `Today, ${formatDayOfYear(now)}`;
  const renewsAt = current.renewsAt === null ? null : new Date(current.renewsAt);
  const first = payWithCredit(renewalCents, creditCents);
  const dueFirst = `${formatAmount(first.dueCents)}${plusTax(isTaxed)}`;
  const repeat = (date: Date, creditLeft: number): Moment => ({
    day: dayOf(date, now),
    what: `${formatAmount(payWithCredit(priceCents, creditLeft).dueCents)}${plusTax(isTaxed)}`,
    text: repeats(cycle, date),
  });
  if (renewsAt === null) return [];
  if (!isTrialing(bought)) {
    const total = purchase?.state === 'yours' ? purchase.today.totalCents : 0;
    const text = `${name} starts, with ${formatNumber(LIMITS[plan].messages)} messages a month.`;
    return [
      { day: today, what: total > 0 ? formatAmount(total) : 'You’re in', text, look: 'past' },
      { ...repeat(renewsAt, creditCents), what: dueFirst, look: 'pay' },
    ];
  }
  const endsAt = new Date(access.trialEndsAt ?? renewsAt);
  const remindsAt = new Date(endsAt.getTime() - TRIAL_ENDING_DAYS * DAY_MS);
  const reminder: Moment = {
    day: dayOf(remindsAt, now),
    what: 'A reminder',
    text: 'We’ll email you two days before the trial ends.',
  };
  const discounted = renewalCents < priceCents ? `, with the discount on your first ${PERIODS[cycle]}` : '';
  const charge: Moment = hasCard
    ? {
        day: dayOf(renewsAt, now),
        what: dueFirst,
        text: `Your trial ends and ${name} starts${discounted}.`,
        look: 'pay',
      }
    : {
        day: dayOf(renewsAt, now),
        what: 'Your trial ends',
        text: `Add a card by then to keep ${name} for ${dueFirst}. Without one you’ll move to Free and pay nothing.`,
        look: 'pay',
      };
  return [
    {
      day: today,
      what: 'Everyone’s in',
      text: `All ten teammates and ${formatNumber(LIMITS.ultimate.messages)} messages. Nothing to pay.`,
      look: 'past',
    },
    ...(remindsAt > now ? [reminder] : []),
    charge,
    ...(hasCard ? [repeat(addMonths(renewsAt, CYCLE_MONTHS[cycle]), first.leftCents)] : []),
  ];
}
