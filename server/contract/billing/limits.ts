import type { Tier } from './tiers.ts';

/** What is counted. The first three by the month; of the last two, how many there are at once (DECISIONS). */
export const USAGE_KINDS = ['messages', 'exports', 'templates', 'automations', 'integrations'] as const;
export type UsageKind = (typeof USAGE_KINDS)[number];
export type Limit = number | 'unlimited';

/** The kinds that screens and mails speak of: those whose feature exists (DECISIONS "No vapour"). A new feature adds its kind here. */
export const BUILT_KINDS: readonly UsageKind[] = ['messages', 'exports'];

/** The one table of limits (spec §9, DECISIONS "Prices, plans and limits"). A trial has those of Ultimate. */
export const LIMITS: Record<Tier, { messages: number; brands: number } & Record<UsageKind, Limit>> = {
  free: { messages: 50, exports: 2, integrations: 0, templates: 5, automations: 1, brands: 1 },
  starter: { messages: 500, exports: 10, integrations: 2, templates: 50, automations: 3, brands: 1 },
  pro: { messages: 2_500, exports: 50, integrations: 10, templates: 500, automations: 25, brands: 3 },
  ultimate: {
    messages: 10_000,
    exports: 'unlimited',
    integrations: 'unlimited',
    templates: 'unlimited',
    automations: 'unlimited',
    brands: 10,
  },
};

/** From this share of a limit on, its owner is told (once a period and kind). */
export const USAGE_WARNING_SHARE = 0.8;
/** Most that `usage.track` counts in one call (DECISIONS "Usage"). */
export const TRACK_AMOUNT_MAX = 100;

/** UTC calendar month as `YYYY-MM`: the first seven characters of the ISO date (spec §9). */
export function monthYear(now: Date): string {
  return now.toISOString().slice(0, 7);
}

/** The period of what is not counted by the month but held at once. */
export const AT_ONCE = 'at once';
export function isAtOnce(kind: UsageKind): boolean {
  return kind === 'automations' || kind === 'integrations';
}
/** The row that a use counts in: its month, or the one of what is held at once. */
export function usagePeriod(kind: UsageKind, now: Date): string {
  return isAtOnce(kind) ? AT_ONCE : monthYear(now);
}

/** From how many uses on the owner is told; null where there is no limit, or nothing to use. */
export function warningStart(limit: Limit): number | null {
  return limit === 'unlimited' || limit === 0 ? null : Math.ceil(limit * USAGE_WARNING_SHARE);
}

/** Whether one more fits. */
export function fits(used: number, limit: Limit, amount = 1): boolean {
  return limit === 'unlimited' || used + amount <= limit;
}
