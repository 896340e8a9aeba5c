import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';

type Limits = {
  /** How many jobs run at a time. */
  concurrency: number;
  /** How many may wait for their turn, and for how long. */
  maxWaiting: number;
  maxWaitMs: number;
  /** How many may run or wait for one key, such as a person or a network. */
  maxPerKey: number;
  /** The error for the next caller of a key that already has this many. */
  keyIsFull: ErrorCode;
};
type Waiter = { start: () => void };

/**
 * Limits expensive work: a few jobs run at a time, a bounded number wait, and the keys take turns, so that a key with many jobs delays only
 * itself. Each process has its own queue.
 */
export function createWorkQueue({ concurrency, maxWaiting, maxWaitMs, maxPerKey, keyIsFull }: Limits) {
  const present = new Map<string, number>();
  /** Waiting jobs by key, in the order in which the keys get their turn. */
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
    // The key's next job goes behind all other keys.
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

  /** Resolves when it is the caller's turn, with the function that ends the turn. Throws when the queue is full. */
  async function enter(key: string, signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) throw new AppError('SERVER_BUSY');
    const already = present.get(key) ?? 0;
    if (already >= maxPerKey) throw new AppError(keyIsFull);
    present.set(key, already + 1);
    try {
      if (runningCount < concurrency) runningCount += 1;
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
