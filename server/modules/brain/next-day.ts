import { randomInt } from 'node:crypto';

/** What is over the operator's budget is made up for within this time after midnight (UTC), in minutes. */
const MAKE_UP_MINUTES = 120;

/** When the operator's next budget begins; not at the same moment for everything that waits for it. */
export function nextDay(now: Date): Date {
  const tomorrow = new Date(now);
  tomorrow.setUTCHours(24, randomInt(MAKE_UP_MINUTES), 0, 0);
  return tomorrow;
}
