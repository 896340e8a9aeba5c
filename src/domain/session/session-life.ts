import { DAY_MS } from '#contract/billing/plans.ts';
import { SESSION_IDLE_DAYS, SESSION_MARGIN_MS } from '#contract/account/session.ts';

/** A session is renewed when half of its idle life is over: often enough for a page that is never reloaded, and no more often. */
const RENEW_BEFORE_MS = Math.max(SESSION_MARGIN_MS, (SESSION_IDLE_DAYS * DAY_MS) / 2);
/** A renewal that gains less is futile: the session has reached its cap, or a clock is wrong. */
const GAIN_MS = 60 * 60_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

type Options = {
  now: () => number;
  /** Schedules something. Returns the cancel function. */
  setTimer: (work: () => void, ms: number) => () => void;
  isVisible: () => boolean;
  /** Renews the session. Returns when it now ends, in milliseconds, or null if there is none any more. */
  refresh: () => Promise<number | null>;
  /** Whether the server has said that the session is over. Any other failure may pass, and signs nobody out. */
  isFinal: (error: unknown) => boolean;
  onOver: () => void;
};

/** Keeps a session alive while its page is visible (SESSION-3). */
export function createSessionLife({ now, setTimer, isVisible, refresh, isFinal, onOver }: Options) {
  let endsAt: number | null = null;
  let isFutile = false;
  let isWorking = false;
  let isStopped = false;
  let notBefore = 0;
  let pauseMs = FIRST_PAUSE_MS;
  let cancel: (() => void) | undefined;

  const plan = () => {
    cancel?.();
    cancel = undefined;
    if (endsAt === null || isWorking || !isVisible()) return;
    const dueAt = endsAt - (isFutile ? SESSION_MARGIN_MS : RENEW_BEFORE_MS);
    cancel = setTimer(() => void renew(endsAt ?? 0), Math.max(0, Math.max(dueAt, notBefore) - now()));
  };
  const end = () => {
    endsAt = null;
    onOver();
  };
  const settle = (before: number, next: number | null) => {
    if (isStopped) return;
    pauseMs = FIRST_PAUSE_MS;
    notBefore = 0;
    if (next === null) return end();
    endsAt = next;
    isFutile = next - before < GAIN_MS;
    if (isFutile && next - now() <= SESSION_MARGIN_MS) end();
  };
  const renew = async (before: number) => {
    isWorking = true;
    try {
      settle(before, await refresh());
    } catch (error) {
      if (isFinal(error) && !isStopped) end();
      notBefore = now() + pauseMs;
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
    }
    isWorking = false;
    plan();
  };

  return {
    /** The server has just reported when the session ends. */
    know: (time: number): void => {
      isStopped = false;
      if (time === endsAt) return;
      endsAt = time;
      isFutile = false;
      plan();
    },
    /** The page was shown or hidden, or the network is back. */
    resume: (): void => {
      notBefore = 0;
      plan();
    },
    stop: (): void => {
      isStopped = true;
      endsAt = null;
      cancel?.();
    },
  };
}
