import { SUBSCRIPTION_TRUST_MS } from '#contract/billing/billing-times.ts';
import type { ProfileAccess } from './plan-label.ts';
import { accessToShow, END_WAIT_MS, nextEndMs } from './subscription-access.ts';

export type FollowerPorts = {
  now: () => number;
  /** Returns the unsubscribe function. */
  setTimer: (work: () => void, ms: number) => () => void;
  /** Asks the server ahead of schedule. */
  ask: () => void;
  show: (access: ProfileAccess) => void;
};

/** Tracks what a person may use: the server's newest answer, or the fallback while it doesn't answer. */
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
    const trustMs = failingSince === null ? 0 : failingSince + SUBSCRIPTION_TRUST_MS - at;
    if (trustMs > 0) stops.push(setTimer(settle, trustMs));
  };
  const learn = (access: ProfileAccess, knownAt: number) => {
    // What this follower wrote itself keeps the age of the answer it was derived from.
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
