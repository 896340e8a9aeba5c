import type { inferRouterOutputs } from '@trpc/server';
import type { UsageKind } from '#contract/limits.ts';
import { formatNumber } from '#src/lib/format.ts';
import { monthName } from '#src/lib/month-name.ts';
import type { AppRouter } from '#src/lib/trpc.ts';
import type { ChartBar } from '#src/ui/bar-chart.tsx';

type Month = inferRouterOutputs<AppRouter>['usage']['history']['months'][number];

const NOUNS: Record<UsageKind, [one: string, many: string]> = {
  messages: ['message', 'messages'],
  exports: ['export', 'exports'],
  templates: ['template', 'templates'],
  automations: ['automation', 'automations'],
  integrations: ['integration', 'integrations'],
};

/** `1 message`, `212 messages`. */
export function amountText(kind: UsageKind, amount: number): string {
  return `${formatNumber(amount)} ${NOUNS[kind][amount === 1 ? 0 : 1]}`;
}

/** The months of the usage history as bars of their messages. */
export function monthBars(months: readonly Month[]): ChartBar[] {
  return months.map(({ month, messages }) => ({
    key: month,
    label: monthName(month, 'short'),
    text: `${monthName(month)}: ${amountText('messages', messages)}`,
    value: messages,
  }));
}
