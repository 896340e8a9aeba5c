import { isMonthly, type Limit } from '#contract/billing/limits.ts';
import type { LimitChange } from '#contract/billing/tier-change.ts';
import { limitName } from '#contract/billing/usage-names.ts';
import { formatNumber } from '#src/lib/text/format.ts';

const inWords = (limit: Limit) => (limit === 'unlimited' ? limit : formatNumber(limit));

/** How another plan changes a limit, in one sentence, or two if current use exceeds it. */
export function limitLine({ kind, from, to, used, isOver }: LimitChange): string {
  const name = limitName(kind);
  const line =
    from === to ? `${name}: ${inWords(to)}, same as now.` : `${name}: ${inWords(to)} instead of ${inWords(from)}.`;
  if (!isOver) return line;
  return isMonthly(kind)
    ? `${line} You’ve already used ${formatNumber(used)}, so you’ll have more when the next month starts.`
    : `${line} You have ${formatNumber(used)}. The ones over the limit pause until there’s room. You keep them all.`;
}
