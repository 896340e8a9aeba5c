import type { inferRouterOutputs } from '@trpc/server';
import type { UsageKind } from '#contract/billing/limits.ts';
import { usageNoun } from '#contract/billing/usage-names.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { monthText } from '#contract/dates.ts';
import type { AppRouter } from '#src/api/trpc.ts';
import { BUILT_KINDS } from '#contract/billing/limits.ts';
import type { ChartBar } from '#src/ui/charts/bar-chart.tsx';

type Month = inferRouterOutputs<AppRouter>['usage']['history']['months'][number];
/** The kinds that are counted by month. */
export type MonthlyKind = Exclude<keyof Month, 'month'>;

const MONTHLY: readonly MonthlyKind[] = ['messages', 'exports', 'templates'];
/** The ones among them that screens mention. */
export const MONTHLY_SHOWN = MONTHLY.filter((kind) => BUILT_KINDS.includes(kind));

/** `1 message`, `212 messages`. */
export function amountText(kind: UsageKind, amount: number): string {
  return `${formatNumber(amount)} ${usageNoun(kind, amount)}`;
}

/** The months of the usage history as bars of one kind. */
export function monthBars(months: readonly Month[], kind: MonthlyKind): ChartBar[] {
  return months.map((one) => ({
    key: one.month,
    label: monthText(one.month, 'short'),
    text: `${monthText(one.month)}: ${amountText(kind, one[kind])}`,
    value: one[kind],
  }));
}
