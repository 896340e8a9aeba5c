import { quote, type Promotion, type Quote } from './discounts.ts';
import { CYCLE_MONTHS, readPriceId, type PriceId } from './plans.ts';
import type { PaidTier } from './tiers.ts';

/** A code that the person may use. Either `percentOff` or `amountOffCents` is set. */
export type PromoCode = {
  code: string;
  percentOff: number | null;
  amountOffCents: number | null;
  /** How long it lowers invoices: the first one only, for some months, or always. */
  lasts: 'once' | 'forever' | { months: number };
  /** The plans it is for; null means all. */
  plans: PaidTier[] | null;
  /** The smallest price it is for. */
  minimumCents: number;
};

/** Stripe rounds a percentage of an amount to the nearest cent. */
function offCents({ percentOff, amountOffCents }: PromoCode, cents: number): number {
  return Math.min(cents, amountOffCents ?? Math.round((cents * (percentOff ?? 0)) / 100));
}

function codeQuote(price: PriceId, code: PromoCode): Quote | null {
  const plan = readPriceId(price)?.plan;
  const { laterCents: cents } = quote(price, null);
  if (!plan || (code.plans !== null && !code.plans.includes(plan)) || cents < code.minimumCents) return null;
  const off = offCents(code, cents);
  return {
    listCents: cents,
    firstCents: cents - off,
    laterCents: code.lasts === 'forever' ? cents - off : cents,
    discount: { kind: 'code', percent: code.percentOff ?? 0, cents: off },
  };
}

/** A price and the discount on it. `codeIs` says what happened to the code, which never stacks with a promotion (DISCOUNT-10). */
export type BestQuote = Quote & { promotion: Promotion | null; codeIs: 'used' | 'worse' | 'elsewhere' | null };

/** The better of a promotion and a code: the one with the lower first invoice. If they're equal, the code, which may last longer. */
export function bestQuote(price: PriceId, promotion: Promotion | null, code: PromoCode | null): BestQuote {
  const promoted = quote(price, promotion);
  const coded = code && codeQuote(price, code);
  if (coded && coded.firstCents <= promoted.firstCents) return { ...coded, promotion: null, codeIs: 'used' };
  return { ...promoted, promotion, codeIs: code === null ? null : coded ? 'worse' : 'elsewhere' };
}

/** How many invoices a code that lasts some months applies to. */
export function invoicesLowered(price: PriceId, { lasts }: PromoCode): number {
  const cycle = readPriceId(price)?.cycle ?? 'monthly';
  return typeof lasts === 'object' ? Math.ceil(lasts.months / CYCLE_MONTHS[cycle]) : 1;
}
