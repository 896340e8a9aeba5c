/** What `/status` reports on. `website` checks the database, the others the service behind them. */
export const STATUS_COMPONENTS = ['website', 'assistants', 'mail', 'payments'] as const;
export type StatusComponent = (typeof STATUS_COMPONENTS)[number];

/** `unknown` means that there was no check in the last few minutes. */
export type ComponentState = 'up' | 'down' | 'unknown';

/** Shares are from 0 to 1, out of the checks that ran; null if none did. */
export type ComponentStatus = {
  id: StatusComponent;
  state: ComponentState;
  /** ISO; null before the first check. */
  checkedAt: string | null;
  /** How long the newest check took; null if it failed. */
  latencyMs: number | null;
  uptime: { day: number | null; week: number | null; quarter: number | null };
  /** One share for each UTC day, oldest first, today last. */
  days: (number | null)[];
};

export type StatusReport = {
  /** The first of the days, `YYYY-MM-DD` in UTC. */
  firstDay: string;
  components: ComponentStatus[];
};

/** Days of history: how many are kept, shown, and covered by `uptime.quarter`. */
export const STATUS_DAYS = 90;
/** A check older than this says nothing about now, in milliseconds. */
export const STATUS_STALE_MS = 5 * 60_000;
/** How often each component is checked, in milliseconds. */
export const STATUS_CHECK_EVERY_MS = 60_000;
