import { timeText, weekdayDayText } from '#contract/dates.ts';
import { isEnded, type RunCause, type RunStatus } from '#contract/automations/run-states.ts';
import type { Run } from '#src/domain/automations/automation.ts';
import { between, durationText, whenWords } from './times.ts';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';
export const RUN_TONES: Record<RunStatus, Tone> = {
  queued: 'neutral',
  running: 'accent',
  waiting: 'accent',
  paused: 'warning',
  done: 'success',
  stopped: 'neutral',
  skipped: 'warning',
  failed: 'danger',
  canceled: 'neutral',
};

export const CAUSE_WORDS: Record<RunCause, string> = {
  schedule: 'Started on schedule',
  webhook: 'Started by a call to its address',
  chat: 'Started by a conversation',
  brain: 'Started by something new in the Brain',
  manual: 'Started by you',
};

/** `Thursday, November 19, 8:00 AM`: what a run is called. */
export const runName = ({ dueAt }: Pick<Run, 'dueAt'>, zone?: string): string =>
  `${weekdayDayText(dueAt, zone)}, ${timeText(dueAt, zone)}`;

/** A run in a few words, for lists: how long it took, what it waits for, or why it ended. */
export function runLine(
  run: Pick<Run, 'status' | 'reason' | 'dueAt' | 'startedAt' | 'resumeAt' | 'endedAt'>,
  now: Date,
  zone?: string,
): string {
  const { status, reason, startedAt, resumeAt, endedAt } = run;
  if (status === 'queued') return reason || 'Waiting for its turn';
  if (status === 'running') return 'Running now';
  if (status === 'done' && reason === '') return `Took ${durationText(between(startedAt ?? run.dueAt, endedAt, now))}`;
  if (reason !== '') return reason;
  if (resumeAt !== null && !isEnded(status)) return `Until ${whenWords(resumeAt, now, zone)}`;
  return '';
}

const LIVE_MS = 1_500;
const CALM_MS = 20_000;
type Polled = Pick<Run, 'status'> & Partial<Pick<Run, 'reason' | 'resumeAt'>>;
/**
 * How often to look at runs: often while one is running or about to continue, now and then while one waits, and not at all once all have
 * ended.
 */
export function pollOf(runs: readonly Polled[], now = Date.now()): number | false {
  const isLive = ({ status, reason, resumeAt }: Polled): boolean => {
    if (status === 'waiting') return typeof resumeAt === 'string' && Math.abs(Date.parse(resumeAt) - now) <= CALM_MS;
    // One with a reason to wait in line may wait for days.
    return status === 'running' || (status === 'queued' && !reason);
  };
  if (runs.some(isLive)) return LIVE_MS;
  return runs.some(({ status }) => !isEnded(status)) ? CALM_MS : false;
}

/** The last runs that have ended, oldest first, as a strip: what went well, what didn’t happen, and what failed. */
export function stripOf(runs: readonly Pick<Run, 'status'>[], most: number) {
  const bars = runs
    .flatMap(({ status }) =>
      isEnded(status) ? [status === 'done' ? 'done' : status === 'failed' ? 'failed' : 'other'] : [],
    )
    .slice(0, most)
    .toReversed();
  const count = (kind: string) => bars.filter((bar) => bar === kind).length;
  const [done, other, failed] = [count('done'), count('other'), count('failed')];
  return {
    bars,
    fine: { runs: bars.length, succeeded: bars.length - failed },
    words: `${done} done, ${other} skipped, stopped or canceled, ${failed} failed`,
  };
}
