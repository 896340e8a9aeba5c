import type { Tier } from './tiers.ts';

/** What is counted: the first three per month, the last two by how many are in use now (LIMIT-2). */
export const USAGE_KINDS = ['messages', 'exports', 'templates', 'automations', 'integrations'] as const;
export type UsageKind = (typeof USAGE_KINDS)[number];
export type Limit = number | 'unlimited';

/** The kinds that screens and emails mention: only those whose feature exists (PLAN-4). A new feature adds its kind here. */
export const BUILT_KINDS: readonly UsageKind[] = ['messages', 'exports', 'templates', 'automations'];

const MB = 1024 * 1024;
const GB = 1024 * MB;

/** What a plan allows. `storageBytes` is for documents and pages. */
type PlanLimits = { messages: number; brands: number; storageBytes: number } & Record<UsageKind, Limit>;

/** The one table of limits (LIMIT-1). A trial has the limits of Ultimate. */
export const LIMITS: Record<Tier, PlanLimits> = {
  free: {
    messages: 50,
    exports: 2,
    integrations: 0,
    templates: 5,
    automations: 1,
    brands: 1,
    storageBytes: 10 * MB,
  },
  starter: {
    messages: 500,
    exports: 10,
    integrations: 2,
    templates: 50,
    automations: 3,
    brands: 1,
    storageBytes: 100 * MB,
  },
  pro: {
    messages: 2_500,
    exports: 50,
    integrations: 10,
    templates: 500,
    automations: 25,
    brands: 3,
    storageBytes: GB,
  },
  ultimate: {
    messages: 10_000,
    exports: 'unlimited',
    integrations: 'unlimited',
    templates: 'unlimited',
    automations: 'unlimited',
    brands: 10,
    storageBytes: 5 * GB,
  },
};

/** The smallest plan with premium templates. */
export const PREMIUM_TEMPLATES_TIER = 'pro';

/** The share of a limit at which its owner is warned, once for each period and kind. */
export const USAGE_WARNING_SHARE = 0.8;
/** The most that `usage.track` counts in one call (USAGE-3). */
export const TRACK_AMOUNT_MAX = 100;

/** UTC calendar month as `YYYY-MM`: the first seven characters of the ISO date (LIMIT-3). */
export function monthYear(now: Date): string {
  return now.toISOString().slice(0, 7);
}

/** Whether uses add up over a month. The other kinds count only while they are in use. */
export function isMonthly(kind: UsageKind): boolean {
  return kind !== 'automations' && kind !== 'integrations';
}
/** The month that a use counts toward; null for kinds that count while they are in use. */
export function usagePeriod(kind: UsageKind, now: Date): string | null {
  return isMonthly(kind) ? monthYear(now) : null;
}
/**
 * The key of the warning about a kind: one for each month, or a single one for kinds that count while in use. count-use builds
 * the same key in SQL.
 */
export function warningSubject(kind: UsageKind, now: Date): string {
  return isMonthly(kind) ? `${kind} ${monthYear(now)}` : kind;
}

/** The number of uses at which the owner is warned; null if there is no limit, or nothing to use. */
export function warningStart(limit: Limit): number | null {
  return limit === 'unlimited' || limit === 0 ? null : Math.ceil(limit * USAGE_WARNING_SHARE);
}

/** From how many uses on a notice about usage is so; null if it never is. */
export function noticeStart(topic: 'usage_warning' | 'usage_limit', limit: Limit): number | null {
  return topic === 'usage_limit' && limit !== 'unlimited' ? limit : warningStart(limit);
}

/** Whether one more fits within the limit. */
export function fits(used: number, limit: Limit, amount = 1): boolean {
  return limit === 'unlimited' || used + amount <= limit;
}

/** What a plan has room for, in words: `100 MB` or `1 GB`. */
export const storageText = (bytes: number): string => (bytes < GB ? `${bytes / MB} MB` : `${bytes / GB} GB`);
