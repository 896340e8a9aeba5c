import { LIMITS, monthYear } from '#contract/billing/limits.ts';
import type { Tier } from '#contract/billing/tiers.ts';
import type { BusinessGoal, BusinessType } from '#contract/account/profile-choices.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';
import { isoDayText } from '#contract/dates.ts';
import type { DatedFact, HomeRow, OpenThread } from '#db/queries/insights/daily-cards.ts';
import { leaveOutSecrets } from '#server/lib/text/holds-secret.ts';

export const DAY_MS = 86_400_000;
/** Dates this many days ahead are coming up. */
export const DATES_AHEAD = 14;
/** Answers of this many days are looked at. */
export const ANSWERS_DAYS = 14;

/** What the cards are chosen from: a person's own data at one moment. */
export type Situation = {
  now: Date;
  timeZone: string;
  /** Of the person, as YYYY-MM-DD. */
  today: string;
  tier: Tier;
  isInTrial: boolean;
  businessType: BusinessType | null;
  goals: readonly BusinessGoal[];
  met: readonly AssistantId[];
  threads: readonly OpenThread[];
  conflicts: HomeRow['conflicts'];
  suggested: HomeRow['suggested'];
  dates: readonly DatedFact[];
  messages: { used: number; limit: number };
};

/** Home quotes the title and the answer outside of their conversation. */
const withoutSecrets = (thread: OpenThread): OpenThread => ({
  ...thread,
  title: leaveOutSecrets(thread.title),
  beginning: leaveOutSecrets(thread.beginning, thread.said),
  ending: leaveOutSecrets(thread.ending, thread.said),
});

export function situationOf(row: HomeRow, access: { tier: Tier; isInTrial: boolean }, now: Date): Situation {
  const { timeZone, businessType, goals, met, threads, conflicts, suggested, dates, messagesUsed } = row;
  const { tier, isInTrial } = access;
  return {
    now,
    timeZone,
    today: isoDayText(now, timeZone),
    tier,
    isInTrial,
    businessType,
    goals,
    met,
    threads: threads.map(withoutSecrets),
    conflicts,
    suggested,
    dates,
    messages: { used: messagesUsed, limit: LIMITS[tier].messages },
  };
}

/** The day so many days after `day`. */
export const dayAfter = (day: string, days: number): string =>
  isoDayText(new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS), 'UTC');

/** How many days `day` is after `today`; negative if it is over. */
export const daysUntil = (day: string, today: string): number => (Date.parse(day) - Date.parse(today)) / DAY_MS;

/** The UTC calendar month that messages count toward. */
export function monthOf(now: Date): { start: Date; end: Date } {
  const start = new Date(`${monthYear(now)}-01T00:00:00Z`);
  return { start, end: new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1)) };
}
