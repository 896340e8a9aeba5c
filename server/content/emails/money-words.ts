import { cardName, type Card } from '#contract/billing/card.ts';
import { CYCLE_NAMES, PLAN_NAMES, readPriceId, type BillingCycle } from '#contract/billing/plans.ts';
import { dayText } from '#contract/dates.ts';

/** Who an email about money goes to. Its dates are in the person's time zone, and in British order for British English. */
export type Payer = {
  to: string;
  timeZone: string;
  language: string;
  publicUrl: string;
  /** Whether tax is added to the prices. */
  isTaxed: boolean;
};

/** The next payment before credit; `isBeforeTax` if Stripe can't tell its tax yet. */
export type NextPayment = { cents: number; isBeforeTax: boolean; at: Date | null };

const EVERY: Record<BillingCycle, string> = { monthly: 'a month', quarterly: 'every 3 months', annual: 'a year' };

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
/** "$59.00" */
export const usd = (cents: number): string => dollars.format(cents / 100);

export const dayFor = ({ timeZone, language }: Payer, moment: Date): string => dayText(moment, timeZone, language);

/** "Pro, monthly", from one of our price keys. */
export function planAndCycle(price: string): string {
  const parts = readPriceId(price);
  return parts ? `${PLAN_NAMES[parts.plan]}, ${CYCLE_NAMES[parts.cycle].toLowerCase()}` : '';
}

/** "Pro" */
export function planOfPrice(price: string): string {
  const parts = readPriceId(price);
  return parts ? PLAN_NAMES[parts.plan] : '';
}

/** "$59.00 a month", or "$59.00 a month plus tax". */
export function priceEvery({ isTaxed }: Payer, price: string, cents: number): string {
  const parts = readPriceId(price);
  return `${usd(cents)}${parts ? ` ${EVERY[parts.cycle]}` : ''}${isTaxed ? ' plus tax' : ''}`;
}

/** "$64.90", with tax, or "$59.00 plus tax". */
export const nextAmount = ({ cents, isBeforeTax }: NextPayment): string =>
  `${usd(cents)}${isBeforeTax ? ' plus tax' : ''}`;
export const nextFact = (payer: Payer, next: NextPayment): [string, string][] =>
  next.at ? [['Next payment', `${nextAmount(next)} on ${dayFor(payer, next.at)}`]] : [];

export const cardFact = (card: Card | null): [string, string][] => (card ? [['Card', cardName(card)]] : []);
export const creditFact = (cents: number): [string, string][] => (cents > 0 ? [['Credit', usd(cents)]] : []);

export const billingUrl = ({ publicUrl }: Payer): string => `${publicUrl}/dashboard/billing`;
