import { DIGEST_HOUR } from '#contract/notices.ts';

/** Offsets of time zones are multiples of this. */
const STEP_MS = 15 * 60_000;
/** A day that is an hour longer. */
const STEPS = 25 * 4 + 1;

/** The first time after `from` that it is eight in the morning in this time zone. */
export function nextMorning(from: Date, timeZone: string): Date {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' });
  const isMorning = (at: Date) => {
    const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
    return Number(parts['hour']) === DIGEST_HOUR && Number(parts['minute']) === 0;
  };
  const first = (Math.floor(from.getTime() / STEP_MS) + 1) * STEP_MS;
  const found = Array.from({ length: STEPS }, (_, step) => new Date(first + step * STEP_MS)).find(isMorning);
  if (!found) throw new Error(`it is never morning in ${timeZone}`);
  return found;
}
