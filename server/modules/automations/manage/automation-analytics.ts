import { isoDayText } from '#contract/dates.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { readFigures } from '#db/queries/automations/automations-figures.ts';
import type { UserId } from '#db/types.gen.ts';
import { findAutomation } from '#db/queries/automations/automations.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Analytics } from '../automations.dto.ts';
import type { AutomationReads } from './automation-reads.ts';
import { toAutomation } from './automation-rows.ts';

const DAYS = 30;

/** The last days up to today in a time zone, oldest first, as `YYYY-MM-DD`. */
function lastDays(now: Date, timeZone: string): string[] {
  const today = Date.parse(isoDayText(now, timeZone));
  return Array.from({ length: DAYS }, (_, index) =>
    new Date(today - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** How an automation did in the last 30 days where its owner lives. */
export function createAutomationAnalytics({ db, clock, reads }: { db: Db; clock: Clock; reads: AutomationReads }) {
  return async (userId: UserId, automationId: string): Promise<Analytics> => {
    const now = await clock.now();
    const { timeZone } = await getProfile(db, userId);
    const key = { userId, automationId };
    const row = await findAutomation(db, key, reads.countedSince(now));
    if (!row) throw new AppError('NOT_FOUND');
    // It is never more than a day earlier or later than in UTC.
    const figures = await readFigures(db, key, new Date(now.getTime() - (DAYS + 1) * DAY_MS));
    const days = new Map(lastDays(now, timeZone).map((day) => [day, { day, done: 0, failed: 0, other: 0 }]));
    for (const { at, status, runs } of figures.counted) {
      const day = days.get(isoDayText(at, timeZone));
      if (day) day[status === 'done' || status === 'failed' ? status : 'other'] += runs;
    }
    const all = [...days.values()];
    const sum = (count: (day: (typeof all)[number]) => number) => all.reduce((total, day) => total + count(day), 0);
    return {
      automation: toAutomation(row),
      days: all,
      runs: sum((day) => day.done + day.failed + day.other),
      succeeded: sum((day) => day.done + day.other),
      medianSeconds: figures.medianSeconds,
      messages: figures.messages,
      minutesSaved: row.minutesSaved,
    };
  };
}
