import type { inferRouterOutputs } from '@trpc/server';
import type { UsageKind } from '#contract/billing/limits.ts';
import { usageNoun } from '#contract/billing/usage-names.ts';
import { formatNumber } from '#src/lib/format.ts';
import { monthName } from '#src/lib/month-name.ts';
import type { AppRouter } from '#src/api/trpc.ts';
import { BUILT_KINDS } from '#contract/billing/limits.ts';
import type { ChartBar } from '#src/ui/bar-chart.tsx';

type Month = inferRouterOutputs<AppRouter>['usage']['history']['months'][number];
/** What is counted by the month. */
export type MonthlyKind = Exclude<keyof Month, 'month'>;

const MONTHLY: readonly MonthlyKind[] = ['messages', 'exports', 'templates'];
/** Of those, the ones that screens speak of. */
export const MONTHLY_SHOWN = MONTHLY.filter((kind) => BUILT_KINDS.includes(kind));

/** `1 message`, `212 messages`. */
export function amountText(kind: UsageKind, amount: number): string {
  return `${formatNumber(amount)} ${usageNoun(kind, amount)}`;
}

/** The months of the usage history as bars of one kind. */
export function monthBars(months: readonly Month[], kind: MonthlyKind): ChartBar[] {
  return months.map((one) => ({
    key: one.month,
    label: monthName(one.month, 'short'),
    text: `${monthName(one.month)}: ${amountText(kind, one[kind])}`,
    value: one[kind],
  }));
}
