import { SUBSCRIPTION_KEPT_MS } from '#contract/billing/billing-times.ts';
import type { ProfileAccess } from './plan-label.ts';
import { accessToShow, END_WAIT_MS, nextEndMs } from './subscription-access.ts';

export type FollowerPorts = {
  now: () => number;
  /** Returns what takes it back. */
  setTimer: (work: () => void, ms: number) => () => void;
  /** Asks the server out of turn. */
  ask: () => void;
  show: (access: ProfileAccess) => void;
};

/** Follows what a person may use: shows the newest word of the server, and what holds where it says nothing. */
export function createAccessFollower({ now, setTimer, ask, show }: FollowerPorts) {
  let known: { access: ProfileAccess; knownAt: number } | null = null;
  let failingSince: number | null = null;
  let stops: (() => void)[] = [];

  const stop = () => {
    for (const takeBack of stops) takeBack();
    stops = [];
  };
  const settle = () => {
    stop();
    if (!known) return;
    const at = now();
    show(accessToShow({ ...known, failingSince }, at));
    const endMs = nextEndMs(known.access, at);
    if (endMs !== null) stops.push(setTimer(ask, endMs), setTimer(settle, endMs + END_WAIT_MS));
    const keptMs = failingSince === null ? 0 : failingSince + SUBSCRIPTION_KEPT_MS - at;
    if (keptMs > 0) stops.push(setTimer(settle, keptMs));
  };
  const learn = (access: ProfileAccess, knownAt: number) => {
    // What this follower has shown itself comes back with the age of what it stands for.
    if (known && knownAt <= known.knownAt) return;
    known = { access, knownAt };
    settle();
  };

  return {
    /** After `stop`. */
    start: settle,
    learn,
    answered: (access: ProfileAccess, knownAt: number): void => {
      failingSince = null;
      learn(access, knownAt);
    },
    failed: (at: number): void => {
      failingSince ??= at;
      settle();
    },
    stop,
  };
}
