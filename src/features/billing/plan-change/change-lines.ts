import { PROMOTION_RATES } from '#contract/billing/discounts.ts';
import type { inferRouterOutputs } from '@trpc/server';
import { formatAmount, formatDate } from '#src/lib/format.ts';
import type { AppRouter } from '#src/api/trpc.ts';

type Preview = inferRouterOutputs<AppRouter>['billing']['previewChange'];
type Money = Pick<Preview, 'dueNowCents' | 'creditCents' | 'nextCents' | 'nextAt' | 'promotion'>;

/** What a change of plan costs now and later, as terms and values. */
export function changeLines({ dueNowCents, creditCents, nextCents, nextAt, promotion }: Money): [string, string][] {
  const lines: [string, string][] = [['Due now', formatAmount(dueNowCents)]];
  if (creditCents > 0) lines.push(['Credit for your next invoices', formatAmount(creditCents)]);
  const percent = promotion ? ` (${PROMOTION_RATES[promotion] * 100} % off)` : '';
  if (nextAt) lines.push([`Next invoice, ${formatDate(nextAt)}`, `${formatAmount(nextCents)}${percent}`]);
  return lines;
}
