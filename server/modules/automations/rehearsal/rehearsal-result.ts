import type { RehearsalDto } from '../automations.dto.ts';
import { NO_USES, type Uses } from './step-log.ts';

/** What the row of a rehearsal holds. Times are ISO 8601 texts. `uses` are what each of the runs would use. */
export type RehearsalResult = Pick<
  RehearsalDto,
  'trigger' | 'timeZone' | 'days' | 'nextRunAt' | 'plannedRuns' | 'runs' | 'answersWritten'
> & { uses: Uses[] };

export const readResult = (saved: unknown): RehearsalResult | null => (saved ?? null) as RehearsalResult | null; // reason: saved by this code only, and replaced by the next rehearsal

/** What all planned runs would use, if those that weren't rehearsed one by one use at most what the others do. */
export function usesOfAll(of: readonly Uses[], planned: number): Uses {
  const rest = planned - of.length;
  const sum = (kind: Exclude<keyof Uses, 'isAtMost'>) =>
    of.reduce((total, uses) => total + uses[kind], 0) + rest * Math.max(0, ...of.map((uses) => uses[kind]));
  if (of.length === 0) return NO_USES;
  return {
    messages: sum('messages'),
    approvals: sum('approvals'),
    emails: sum('emails'),
    isAtMost: rest > 0 || of.some((uses) => uses.isAtMost),
  };
}
