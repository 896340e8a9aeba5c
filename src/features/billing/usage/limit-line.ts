import { isAtOnce, type Limit } from '#contract/billing/limits.ts';
import type { LimitChange } from '#contract/billing/tier-change.ts';
import { limitName } from '#contract/billing/usage-names.ts';
import { formatNumber } from '#src/lib/format.ts';

const inWords = (limit: Limit) => (limit === 'unlimited' ? limit : formatNumber(limit));

/** What another plan does to a limit, in one sentence, or two where more is used than it allows. */
export function limitLine({ kind, from, to, used, isOver }: LimitChange): string {
  const name = limitName(kind);
  const line =
    from === to ? `${name}: ${inWords(to)}, as now.` : `${name}: ${inWords(to)} instead of ${inWords(from)}.`;
  if (!isOver) return line;
  return isAtOnce(kind)
    ? `${line} You have ${formatNumber(used)}: those above the limit stop until there is room, and none is deleted.`
    : `${line} You have used ${formatNumber(used)} already, so you can go on when the next month begins.`;
}
