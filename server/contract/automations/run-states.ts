/**
 * `queued` waits its turn, `waiting` for a time or a person, and `paused` for the owner: no messages are left, or we can't tell whether a step
 * that was cut off happened. The last five are how runs end: `stopped` by a condition, `skipped` by a deadline.
 */
export const RUN_STATUSES = [
  'queued',
  'running',
  'waiting',
  'paused',
  'done',
  'stopped',
  'skipped',
  'failed',
  'canceled',
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];
export const ENDED = ['done', 'stopped', 'skipped', 'failed', 'canceled'] as const satisfies RunStatus[];
export const isEnded = (status: RunStatus): boolean => ENDED.some((ended) => ended === status);
export const RUN_STATUS_NAMES: Record<RunStatus, string> = {
  queued: 'In line',
  running: 'Running',
  waiting: 'Waiting',
  paused: 'Needs you',
  done: 'Done',
  stopped: 'Stopped',
  skipped: 'Skipped',
  failed: 'Failed',
  canceled: 'Canceled',
};

/** Shown for a run whose values were deleted because its account's runs had used up their allowance. */
export const VALUES_DELETED = 'This run’s details were deleted to make room for newer runs.';

/** `unknown`: cut off in the middle of a call to the outside, so it may have happened. */
export const STEP_STATUSES = ['running', 'waiting', 'done', 'skipped', 'failed', 'unknown'] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

/** What started a run. */
export const RUN_CAUSES = ['schedule', 'webhook', 'chat', 'brain', 'manual'] as const;
export type RunCause = (typeof RUN_CAUSES)[number];

/** Why an automation is off although its owner had turned it on. */
export const PAUSE_REASONS = ['plan', 'failures', 'loop'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** What an owner can answer. */
export const ANSWERED_STATUSES = ['approved', 'refused'] as const;
export const APPROVAL_STATUSES = ['waiting', ...ANSWERED_STATUSES, 'late', 'canceled'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];
/** An answer takes effect after this long, so that it can be taken back. In milliseconds. */
export const APPROVAL_UNDO_MS = 8_000;
