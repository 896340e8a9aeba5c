import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from './app-error.ts';

type Limits = {
  /** How many run at a time. */
  atOnce: number;
  /** How many may wait for their turn, and for how long. */
  maxWaiting: number;
  maxWaitMs: number;
  /** How many may run or wait for one key: a person, a network. */
  maxPerKey: number;
  /** What the next one of a key that has this many is told. */
  keyIsFull: ErrorCode;
};
type Waiter = { start: () => void };

/**
 * Bounds work that costs much: a few at a time, a bounded number waiting, and turns that go round among the keys, so that
 * one that asks for a lot delays itself and nobody else. It bounds this process; each process has its own.
 */
export function createWorkQueue({ atOnce, maxWaiting, maxWaitMs, maxPerKey, keyIsFull }: Limits) {
  const present = new Map<string, number>();
  /** By key, in the order in which the keys get their turn. */
  const waiting = new Map<string, Waiter[]>();
  let runningCount = 0;
  let waitingCount = 0;

  function leave(key: string): void {
    const left = (present.get(key) ?? 0) - 1;
    if (left > 0) present.set(key, left);
    else present.delete(key);
  }

  function takeFirst(): Waiter | undefined {
    const [first] = waiting;
    if (!first) return undefined;
    const [key, [next, ...rest]] = first;
    waiting.delete(key);
    // Its next one waits behind all other keys.
    if (rest.length > 0) waiting.set(key, rest);
    waitingCount -= 1;
    return next;
  }

  function withdraw(key: string, waiter: Waiter): void {
    const rest = (waiting.get(key) ?? []).filter((one) => one !== waiter);
    if (rest.length > 0) waiting.set(key, rest);
    else waiting.delete(key);
    waitingCount -= 1;
  }

  async function waitForTurn(key: string, signal: AbortSignal | undefined): Promise<void> {
    if (waitingCount >= maxWaiting) throw new AppError('SERVER_BUSY');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const stopWaiting = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    };
    const waiter: Waiter = {
      start: () => {
        stopWaiting();
        resolve();
      },
    };
    const giveUp = () => {
      stopWaiting();
      withdraw(key, waiter);
      reject(new AppError('SERVER_BUSY'));
    };
    const timer = setTimeout(giveUp, maxWaitMs);
    signal?.addEventListener('abort', giveUp);
    waiting.set(key, [...(waiting.get(key) ?? []), waiter]);
    waitingCount += 1;
    return promise;
  }

  /** Resolves when it is the caller's turn, with the function that ends it. Throws when there is no room. */
  async function enter(key: string, signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) throw new AppError('SERVER_BUSY');
    const already = present.get(key) ?? 0;
    if (already >= maxPerKey) throw new AppError(keyIsFull);
    present.set(key, already + 1);
    try {
      if (runningCount < atOnce) runningCount += 1;
      else await waitForTurn(key, signal);
    } catch (error) {
      leave(key);
      throw error;
    }
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      leave(key);
      const next = takeFirst();
      if (next) next.start();
      else runningCount -= 1;
    };
  }

  return {
    enter,
    /** Does the work when it is its turn. */
    run: async <T>(key: string, work: () => Promise<T>): Promise<T> => {
      const end = await enter(key);
      try {
        return await work();
      } finally {
        end();
      }
    },
  };
}
export type WorkQueue = ReturnType<typeof createWorkQueue>;
