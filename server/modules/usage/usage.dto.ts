import type { Limit, UsageKind } from '#contract/billing/limits.ts';

/** Instants are ISO 8601 in UTC; a month is a UTC calendar month as `YYYY-MM`. */
export type KindUsage = { kind: UsageKind; used: number; limit: Limit; isAtOnce: boolean };

/** A kind that is near or at its limit. `subject` names it and its period; `usage.dismissNotice` takes it. */
export type UsageWarning = { kind: UsageKind; used: number; limit: number; subject: string };

export type UsageOverview = {
  month: string;
  messages: { used: number; limit: number };
  /** All five, in the order of USAGE_KINDS. */
  kinds: KindUsage[];
  conversations: number;
  daysActive: number;
  warnings: UsageWarning[];
};

/** The fields of check-usage-limits (spec §3). */
export type UsageCheck = { canUse: boolean; planName: string; limit: Limit; currentUsage: number };

export type ReceiptLine = {
  id: string;
  kind: UsageKind;
  /** What it was for: an assistant's id, 'earlier' for what was used before there were receipts, 'script' for usage.track. */
  subject: string;
  amount: number;
  /** Only what is released costs nothing: those that are not add up to the bar. */
  status: 'reserved' | 'counted' | 'released';
  createdAt: string;
};

/** A page of a period's receipts, the newest first. `counted` is the sum over all pages of those that were not given back. */
export type UsageStatement = {
  period: string;
  counted: Record<UsageKind, number>;
  receipts: ReceiptLine[];
  nextCursor: string | null;
};

/** The last twelve months, the oldest first. What is held at once has no months. */
export type UsageHistory = { months: { month: string; messages: number; exports: number; templates: number }[] };
