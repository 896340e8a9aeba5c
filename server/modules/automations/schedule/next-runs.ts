import { SCHEDULE_MIN_MINUTES } from '#contract/automations/automation-limits.ts';
import type { Definition } from '#contract/automations/definition.ts';
import type { Problem } from '#contract/automations/find-problems.ts';
import type { Trigger } from '#contract/automations/triggers.ts';
import { isTimeZone } from '#contract/dates.ts';
import { isReadable, nextSlots } from './slots.ts';

/** Two times that are too close are found among this many: there are fewer in a week of a schedule that runs every hour. */
const LOOKED_AT = 120;
const UNREADABLE = 'This isn’t a cron expression we can read. It has five parts, such as “0 8 * * 1-5”.';
const NEVER = 'There’s no such day. Please choose another one.';
const TOO_OFTEN = `A schedule runs at most every ${SCHEDULE_MIN_MINUTES} minutes. Please leave more time in between.`;
const NO_ZONE = 'We don’t know this time zone. Please choose another one.';

/** The next times at which a trigger starts runs by itself; none if it has no schedule, or one that can’t be read. */
export function nextRuns(trigger: Trigger, after: Date, count: number): Date[] {
  return trigger.kind === 'schedule' ? nextSlots(trigger, after, count) : [];
}

/** Whether a schedule is valid doesn’t depend on the current time. */
const LOOKED_AT_FROM = new Date('2027-01-01T00:00:00Z');

function problemOf(trigger: Trigger): string | null {
  if (trigger.kind !== 'schedule') return null;
  if (!isTimeZone(trigger.timeZone)) return NO_ZONE;
  if (!isReadable(trigger)) return UNREADABLE;
  const slots = nextSlots(trigger, LOOKED_AT_FROM, LOOKED_AT);
  if (slots.length === 0) return NEVER;
  const isTooOften = slots.some((slot, index) => {
    const before = slots[index - 1];
    return before !== undefined && slot.getTime() - before.getTime() < SCHEDULE_MIN_MINUTES * 60_000;
  });
  return isTooOften ? TOO_OFTEN : null;
}

/** What is wrong with a schedule that is complete: at most one problem. */
export function scheduleProblems({ trigger }: Pick<Definition, 'trigger'>): Problem[] {
  const text = problemOf(trigger);
  return text === null ? [] : [{ stepId: null, text, fix: null }];
}
