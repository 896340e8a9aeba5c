import { clockText } from '#contract/dates.ts';

/** When the daily email goes out, on the owner's clock. */
const MORNING = '08:00';
/** Offsets of time zones are multiples of this. */
const STEP_MS = 15 * 60_000;
/** A day that is an hour longer. */
const STEPS = 25 * 4 + 1;

/** The first time after `from` that it is eight in the morning in this time zone. */
export function nextMorning(from: Date, timeZone: string): Date {
  const first = (Math.floor(from.getTime() / STEP_MS) + 1) * STEP_MS;
  const steps = Array.from({ length: STEPS }, (_, step) => new Date(first + step * STEP_MS));
  const found = steps.find((at) => clockText(at, timeZone) === MORNING);
  if (!found) throw new Error(`it is never morning in ${timeZone}`);
  return found;
}
