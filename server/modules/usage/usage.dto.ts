import type { AssistantId } from '#contract/chat/assistants.ts';
import type { BudgetName } from '#contract/billing/budgets.ts';
import type { Limit, UsageKind } from '#contract/billing/limits.ts';

/** Instants are ISO 8601 in UTC; a month is a UTC calendar month as `YYYY-MM`. */
export type KindUsage = { kind: UsageKind; used: number; limit: Limit; isMonthly: boolean };

/** A kind that is near or at its limit. `subject` names it and its period; `usage.dismissNotice` takes it. */
export type UsageWarning = { kind: UsageKind; used: number; limit: number; subject: string };

export type UsageOverview = {
  month: string;
  messages: { used: number; limit: number };
  /** All five, in the order of USAGE_KINDS. */
  kinds: KindUsage[];
  /** With a message this month. */
  conversations: number;
  /** The assistant with the most of them; null if there are none. */
  busiest: { assistantId: AssistantId; conversations: number } | null;
  /** The assistants that the person has a conversation with, ever. */
  met: AssistantId[];
  warnings: UsageWarning[];
};

/** How much of each daily budget has been used, and when they all reset (ISO 8601). */
export type UsageToday = {
  renewsAt: string;
  budgets: { budget: BudgetName; label: string; used: number; most: number }[];
};

/** The fields that clients of `usage.check` rely on (USAGE-4). */
export type UsageCheck = { canUse: boolean; planName: string; limit: Limit; currentUsage: number };

export type ReceiptLine = {
  id: string;
  kind: UsageKind;
  /** What it was used for: an assistant's id, a template's title, 'earlier' for usage from before there were receipts, 'script' for usage.track. */
  subject: string;
  amount: number;
  /** Only released receipts cost nothing: the others add up to the bar. */
  status: 'reserved' | 'counted' | 'released';
  createdAt: string;
};

/** A page of a period's receipts, newest first. `counted` is the sum over all pages of those that were not released. */
export type UsageStatement = {
  /** A month, or null for kinds that count only while in use. */
  period: string | null;
  counted: Record<UsageKind, number>;
  receipts: ReceiptLine[];
  nextCursor: string | null;
};

/** The last twelve months, oldest first. Kinds that count only while in use have no months. */
export type UsageHistory = { months: { month: string; messages: number; exports: number; templates: number }[] };
