/** What `/status` speaks of. `website` is asked at its database, the others at the service behind them. */
export const STATUS_COMPONENTS = ['website', 'assistants', 'mail', 'payments'] as const;
export type StatusComponent = (typeof STATUS_COMPONENTS)[number];

/** `unknown` means that nobody has looked within the last minutes. */
export type ComponentState = 'up' | 'down' | 'unknown';

/** Shares are from 0 to 1 and of the checks that were made; null where there was none. */
export type ComponentStatus = {
  id: StatusComponent;
  state: ComponentState;
  /** ISO; null before the first check. */
  checkedAt: string | null;
  /** How long the newest check took; null where it failed. */
  latencyMs: number | null;
  uptime: { day: number | null; week: number | null; quarter: number | null };
  /** One share a UTC day, oldest first, today last. */
  days: (number | null)[];
};

export type StatusReport = {
  /** The first of the days, `YYYY-MM-DD` in UTC. */
  firstDay: string;
  components: ComponentStatus[];
};

/** Days of history: kept, shown, and what `uptime.quarter` is of. */
export const STATUS_DAYS = 90;
/** A check that is older than this says nothing of now, in milliseconds. */
export const STATUS_STALE_MS = 5 * 60_000;
/** Each component is looked at this often, in milliseconds. */
export const STATUS_CHECK_EVERY_MS = 60_000;
