import type { Clock } from '#server/gateways/clock.ts';

/** A clock that stands still until a test moves it. */
export type ManualClock = Clock & { current: () => Date; set: (iso: string) => void; advance: (ms: number) => void };

export function manualClock(iso = '2026-11-16T09:00:00Z'): ManualClock {
  let now = new Date(iso);
  return {
    isShared: true,
    now: async () => new Date(now),
    current: () => new Date(now),
    set: (next) => {
      now = new Date(next);
    },
    advance: (ms) => {
      now = new Date(now.getTime() + ms);
    },
  };
}
