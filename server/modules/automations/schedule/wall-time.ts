/** Clocks on walls, by time zone. Moments that stand for what a clock shows have it as their time in UTC. */

/** More than there are zones in use; creating a formatter takes a hundred times as long as using it. */
const MOST_FORMATTERS = 100;
const made = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = made.get(timeZone);
  if (known) return known;
  if (made.size >= MOST_FORMATTERS) made.clear();
  const fields = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  } as const; // reason: Intl wants the literals, not strings
  const formatter = new Intl.DateTimeFormat('en-US', { ...fields, era: 'short', hourCycle: 'h23', timeZone });
  made.set(timeZone, formatter);
  return formatter;
}

/** What the clock on the wall shows at a moment, to the second. */
export function wallTime(moment: Date, timeZone: string): Date {
  const parts = new Map(
    formatterOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type) ?? 0);
  return new Date(Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')));
}

const DAY_MS = 86_400_000;
/** How far the clock is ahead of UTC, in milliseconds. */
const offsetAt = (time: number, timeZone: string): number => {
  const second = Math.floor(time / 1_000) * 1_000;
  return wallTime(new Date(second), timeZone).getTime() - second;
};
/** The offsets a day before and a day after what the clock shows: they differ if it was changed in between. */
const offsetsAround = (wall: Date, timeZone: string) =>
  [-DAY_MS, DAY_MS].map((away) => offsetAt(wall.getTime() + away, timeZone)) as [number, number]; // reason: two in, two out

/** The moments at which the clock shows this, earliest first: one, two if it was put back, or none if it was put forward over it. */
export function instantsOf(wall: Date, timeZone: string): Date[] {
  const times = offsetsAround(wall, timeZone)
    .map((offset) => wall.getTime() - offset)
    .filter((time) => time + offsetAt(time, timeZone) === wall.getTime());
  return [...new Set(times)].toSorted((one, other) => one - other).map((time) => new Date(time));
}

/** For a time that doesn’t exist: the moment at which the clock was put forward over it. */
export function gapEnd(wall: Date, timeZone: string): Date {
  const [before, after] = offsetsAround(wall, timeZone);
  let [low, high] = [wall.getTime() - Math.max(before, after), wall.getTime() - Math.min(before, after)];
  while (high - low > 1_000) {
    const middle = low + Math.floor((high - low) / 2_000) * 1_000;
    if (offsetAt(middle, timeZone) === before) low = middle;
    else high = middle;
  }
  return new Date(high);
}
