import { dayOfYearText } from '#contract/dates.ts';
import type { Values } from '#contract/automations/values.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { StepOutcome } from './step-handler.ts';

/** When the plan's monthly limits start over. */
export const nextMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
/** When the operator's daily budget starts over. */
export const nextUtcDay = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));

/** Does something that counts against the plan. Returns how the run is paused if the month has nothing left of it, or null. */
export async function pausedByLimit(
  use: () => Promise<unknown>,
  { now, input }: { now: Date; input: Values },
): Promise<Extract<StepOutcome, { kind: 'pauses' }> | null> {
  try {
    await use();
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'USAGE_LIMIT') throw error;
    const until = nextMonth(now);
    return { kind: 'pauses', input, reason: `${error.text} It continues on ${dayOfYearText(until, 'UTC')}.`, until };
  }
}
