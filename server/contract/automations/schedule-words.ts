import type { Schedule } from './schedules.ts';

/** Sunday is 0, as in cron. */
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** `Monday, Thursday, and Friday`. */
export function listed(words: readonly string[]): string {
  if (words.length <= 2) return words.join(' and ');
  return `${words.slice(0, -1).join(', ')}, and ${words.at(-1) ?? ''}`;
}

/** `8:00` of `08:00`. A time that a person set is shown as they set it. */
export const clockWords = (time: string): string => `${Number(time.slice(0, 2))}:${time.slice(3)}`;

/** `noon`, `midnight` or `8:00`, after "by" and "until". */
export function deadlineWords(time: string): string {
  if (time === '12:00') return 'noon';
  return time === '00:00' ? 'midnight' : clockWords(time);
}

/** `1st`, `22nd`, `13th`. */
export function ordinal(day: number): string {
  const ending = Math.floor(day / 10) === 1 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${ending}`;
}

/** `2 hours`, `1 day`, `90 minutes`. */
export function durationWords(minutes: number): string {
  const [count, unit] =
    minutes % 1_440 === 0
      ? [minutes / 1_440, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The chosen days of a week, from Monday on. */
export const weekdayWords = (weekdays: readonly number[]): string =>
  listed(
    [...new Set(weekdays)].toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7)).flatMap((day) => WEEKDAYS[day] ?? []),
  );

/** `Every weekday at 8:00`, for lists. */
export function scheduleTitle(schedule: Schedule): string {
  switch (schedule.every) {
    case 'hour':
      return schedule.minute === 0 ? 'Every hour' : `Every hour, ${durationWords(schedule.minute)} past`;
    case 'day':
      return `Every day at ${clockWords(schedule.time)}`;
    case 'weekday':
      return `Every weekday at ${clockWords(schedule.time)}`;
    case 'week':
      return `Every ${weekdayWords(schedule.weekdays) || 'week'} at ${clockWords(schedule.time)}`;
    case 'month':
      return `Every month on the ${schedule.day === 'last' ? 'last day' : ordinal(schedule.day)} at ${clockWords(schedule.time)}`;
    case 'year':
      return `Every year on ${MONTHS[schedule.month - 1] ?? ''} ${schedule.day} at ${clockWords(schedule.time)}`;
    case 'cron':
      return `On the schedule ${schedule.expression || '…'}`;
  }
}
