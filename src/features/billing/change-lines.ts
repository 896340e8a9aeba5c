import { PROMOTION_RATES } from '#contract/discounts.ts';
import type { inferRouterOutputs } from '@trpc/server';
import { formatDate, formatUsd } from '#src/lib/format.ts';
import type { AppRouter } from '#src/lib/trpc.ts';

type Preview = inferRouterOutputs<AppRouter>['billing']['previewChange'];
type Money = Pick<Preview, 'dueNowCents' | 'creditCents' | 'nextCents' | 'nextAt' | 'promotion'>;

/** What a change of plan costs now and later, as terms and values. */
export function changeLines({ dueNowCents, creditCents, nextCents, nextAt, promotion }: Money): [string, string][] {
  const lines: [string, string][] = [['Due now', formatUsd(dueNowCents / 100)]];
  if (creditCents > 0) lines.push(['Credit for your next invoices', formatUsd(creditCents / 100)]);
  const percent = promotion ? ` (${PROMOTION_RATES[promotion] * 100} % off)` : '';
  if (nextAt) lines.push([`Next invoice, ${formatDate(nextAt)}`, `${formatUsd(nextCents / 100)}${percent}`]);
  return lines;
}
