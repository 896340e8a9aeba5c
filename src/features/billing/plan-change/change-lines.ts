import { PROMOTION_RATES } from '#contract/billing/discounts.ts';
import type { PlanChangePreview } from '#src/domain/subscription/subscription.ts';
import { plusTax } from '#src/domain/site/tax-note.ts';
import { formatAmount, formatDate } from '#src/lib/text/format.ts';

type Money = Pick<
  PlanChangePreview,
  'dueNowCents' | 'creditCents' | 'creditUsedCents' | 'nextCents' | 'nextTaxCents' | 'nextAt' | 'promotion'
>;

/** The next invoice before credit, with its tax if Stripe can tell it. */
function nextLine(
  at: string,
  { nextCents, nextTaxCents }: Pick<Money, 'nextCents' | 'nextTaxCents'>,
): [string, string] {
  const term = `Next invoice, ${formatDate(at)}${nextTaxCents ? ', with tax' : ''}`;
  return [term, `${formatAmount(nextCents + (nextTaxCents ?? 0))}${plusTax(nextTaxCents === null)}`];
}

/** What a change costs if it waits for the end of the paid period: nothing now. */
export function laterLines(
  at: string,
  money: Pick<Money, 'nextCents' | 'nextTaxCents'>,
  creditCents: number,
): [string, string][] {
  const credit: [string, string][] =
    creditCents > 0 ? [['Your credit, for the next invoices', formatAmount(creditCents)]] : [];
  return [['Due now', formatAmount(0)], ...credit, nextLine(at, money)];
}

/** What a plan change costs now and later, as terms and values. */
export function changeLines(money: Money): [string, string][] {
  const { dueNowCents, creditCents, creditUsedCents, nextTaxCents, nextAt, promotion } = money;
  const lines: [string, string][] = creditUsedCents > 0 ? [['Paid by your credit', formatAmount(creditUsedCents)]] : [];
  lines.push([nextTaxCents && dueNowCents > 0 ? 'Due now, with tax' : 'Due now', formatAmount(dueNowCents)]);
  if (creditCents > 0) lines.push(['Credit for your next invoices', formatAmount(creditCents)]);
  const percent = promotion ? ` (${PROMOTION_RATES[promotion] * 100}% off)` : '';
  if (nextAt) {
    const [term, amount] = nextLine(nextAt, money);
    lines.push([term, `${amount}${percent}`]);
  }
  return lines;
}
