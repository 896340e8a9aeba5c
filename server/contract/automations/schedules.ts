import { z } from 'zod';

/** `08:00`, on a 24-hour clock. */
export const timeOfDaySchema = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Please choose a time.');
/** Sunday is 0, as in cron. */
const weekdaySchema = z.int().min(0).max(6);

/** When an automation runs, in its time zone. */
export const scheduleSchema = z.discriminatedUnion('every', [
  z.object({ every: z.literal('hour'), minute: z.int().min(0).max(59) }),
  z.object({ every: z.literal('day'), time: timeOfDaySchema }),
  z.object({ every: z.literal('weekday'), time: timeOfDaySchema }),
  z.object({ every: z.literal('week'), weekdays: z.array(weekdaySchema).max(7), time: timeOfDaySchema }),
  /** A month without this day has no run. */
  z.object({
    every: z.literal('month'),
    day: z.union([z.int().min(1).max(31), z.literal('last')]),
    time: timeOfDaySchema,
  }),
  z.object({
    every: z.literal('year'),
    month: z.int().min(1).max(12),
    day: z.int().min(1).max(31),
    time: timeOfDaySchema,
  }),
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  z.object({ every: z.literal('cron'), expression: z.string().trim().max(100) }),
]);
export type Schedule = z.infer<typeof scheduleSchema>;

const atTime = (time: string) => `${Number(time.slice(3))} ${Number(time.slice(0, 2))}`;

/** The schedule as five fields of cron; `L` is the last day of a month. */
export function cronOf(schedule: Schedule): string {
  switch (schedule.every) {
    case 'hour':
      return `${schedule.minute} * * * *`;
    case 'day':
      return `${atTime(schedule.time)} * * *`;
    case 'weekday':
      return `${atTime(schedule.time)} * * 1-5`;
    case 'week':
      return `${atTime(schedule.time)} * * ${[...new Set(schedule.weekdays)].toSorted((a, b) => a - b).join(',')}`;
    case 'month':
      return `${atTime(schedule.time)} ${schedule.day === 'last' ? 'L' : schedule.day} * *`;
    case 'year':
      return `${atTime(schedule.time)} ${schedule.day} ${schedule.month} *`;
    case 'cron':
      return schedule.expression;
  }
}
