import type { Tier } from './tiers.ts';

/** Monthly message limits (spec §9, DECISIONS). Every tier has a number; other kinds join with their features. */
export const MESSAGE_LIMITS: Record<Tier, number> = { free: 50, starter: 500, pro: 2_500, ultimate: 10_000 };

/** UTC calendar month as `YYYY-MM`: the first seven characters of the ISO date (spec §9). */
export function monthYear(now: Date): string {
  return now.toISOString().slice(0, 7);
}
