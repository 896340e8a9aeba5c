import { Cron } from 'croner';
import { isTimeZone } from '#contract/dates.ts';
import { cronOf, type Schedule } from '#contract/automations/schedules.ts';
import { gapEnd, instantsOf, wallTime } from './wall-time.ts';

/** A schedule in a time zone. */
export type ZonedSchedule = { schedule: Schedule; timeZone: string };

/** Further than any schedule that has a next time: February 29 can be eight years away. */
const MOST_STEPS = 200;

/** The hours are all, or every so many: then it runs by the clock on the wall only in steps of real time. */
const isEveryHour = (expression: string) => /^\S+\s+\*(?:\/1)?\s/.test(expression);

/** Null if the expression or the time zone means nothing. */
function parse(expression: string, timeZone: string): Cron | null {
  if (!isTimeZone(timeZone) || expression.trim().split(/\s+/).length !== 5) return null;
  try {
    return new Cron(expression, { timezone: timeZone, mode: '5-part', paused: true });
  } catch {
    return null;
  }
}

/** Whether a schedule can be read at all. */
export const isReadable = ({ schedule, timeZone }: ZonedSchedule): boolean =>
  parse(cronOf(schedule), timeZone) !== null;

/**
 * The first time of a schedule after a moment; null if there is none. What runs every hour does so in real time. Everything else goes by the
 * clock on the wall: a time that doesn’t exist because the clock was put forward is the moment right after the gap, and one that exists
 * twice because it was put back is the first of the two.
 */
export function nextSlot({ schedule, timeZone }: ZonedSchedule, after: Date): Date | null {
  const expression = cronOf(schedule);
  if (isEveryHour(expression)) return parse(expression, timeZone)?.nextRun(after) ?? null;
  const onTheWall = isTimeZone(timeZone) ? parse(expression, 'UTC') : null;
  if (!onTheWall) return null;
  let wall = wallTime(after, timeZone);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const next = onTheWall.nextRun(wall);
    if (!next) return null;
    const slot = instantsOf(next, timeZone)[0] ?? gapEnd(next, timeZone);
    if (slot > after) return slot;
    wall = next;
  }
  return null;
}

/** The next times of a schedule after a moment. */
export function nextSlots(zoned: ZonedSchedule, after: Date, count: number): Date[] {
  const slots: Date[] = [];
  for (let slot = nextSlot(zoned, after); slot && slots.length < count; slot = nextSlot(zoned, slot)) slots.push(slot);
  return slots;
}

const DAY_MS = 86_400_000;
/** How far back the newest time is looked for, in days: most schedules run within the first. */
const LOOK_BACK_DAYS = [1, 32, 367, 8 * 367];

/** The newest time of a schedule from `first` on that isn’t after `now`. */
export function newestSlot(zoned: ZonedSchedule, first: Date, now: Date): Date {
  for (const days of LOOK_BACK_DAYS) {
    const from = Math.max(first.getTime(), now.getTime() - days * DAY_MS);
    let newest: Date | null = from === first.getTime() ? first : null;
    for (let slot = nextSlot(zoned, new Date(from)); slot && slot <= now; slot = nextSlot(zoned, slot)) newest = slot;
    if (newest) return newest;
  }
  return first;
}
