import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';

type Limits = {
  /** How many jobs run at a time. */
  concurrency: number;
  /** How many may wait for their turn, and for how long. */
  maxWaiting: number;
  maxWaitMs: number;
} & (
  | {
      /** How many may run or wait for one key, such as a person or a network. */
      maxPerKey: number;
      /** The error for the next caller of a key that already has this many. */
      keyIsFull: ErrorCode;
    }
  | {
      /** One job of a key runs at a time, and only its newest waits. The error for the one that was waiting before. */
      isReplaced: ErrorCode;
    }
);
type Waiter = { start: () => void; refuse: (code: ErrorCode) => void };
type Work = { running: number; waiting: Waiter[] };

/**
 * Limits expensive work: a few jobs run at a time, a bounded number wait, and the keys take turns, so that a key with
 * many jobs delays only itself. Each process has its own queue.
 */
export function createWorkQueue(limits: Limits) {
  const { concurrency, maxWaiting, maxWaitMs } = limits;
  const runningPerKey = 'isReplaced' in limits ? 1 : concurrency;
  /** The work of each key, in the order in which the keys get their turn. */
  const keys = new Map<string, Work>();
  let runningCount = 0;
  let waitingCount = 0;

  const canStart = ({ running }: Work) => runningCount < concurrency && running < runningPerKey;

  /** The key's next job goes behind all other keys: when its turn begins, and again when it ends. */
  function moveToBack(key: string, work: Work): void {
    keys.delete(key);
    if (work.running + work.waiting.length > 0) keys.set(key, work);
  }

  function begin(key: string, work: Work): void {
    runningCount += 1;
    work.running += 1;
    moveToBack(key, work);
  }

  function startNext(): void {
    for (const [key, work] of keys) {
      const next = canStart(work) ? work.waiting.shift() : undefined;
      if (!next) continue;
      waitingCount -= 1;
      begin(key, work);
      next.start();
      return;
    }
  }

  /** Throws if the key is full. */
  function admit(work: Work): void {
    if ('isReplaced' in limits) {
      // The newest takes over the place of the one that was waiting.
      const older = work.waiting.shift();
      if (!older) return;
      waitingCount -= 1;
      older.refuse(limits.isReplaced);
    } else if (work.running + work.waiting.length >= limits.maxPerKey) throw new AppError(limits.keyIsFull);
  }

  function withdraw(key: string, work: Work, waiter: Waiter): void {
    work.waiting = work.waiting.filter((one) => one !== waiter);
    waitingCount -= 1;
    if (work.running + work.waiting.length === 0) keys.delete(key);
  }

  async function waitForTurn(key: string, work: Work, signal: AbortSignal | undefined): Promise<void> {
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
      refuse: (code) => {
        stopWaiting();
        reject(new AppError(code));
      },
    };
    const giveUp = () => {
      withdraw(key, work, waiter);
      waiter.refuse('SERVER_BUSY');
    };
    const timer = setTimeout(giveUp, maxWaitMs);
    signal?.addEventListener('abort', giveUp);
    work.waiting.push(waiter);
    keys.set(key, work);
    waitingCount += 1;
    return promise;
  }

  /** Resolves when it is the caller's turn, with the function that ends the turn. Throws when the queue is full. */
  async function enter(key: string, signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) throw new AppError('SERVER_BUSY');
    const work = keys.get(key) ?? { running: 0, waiting: [] };
    admit(work);
    if (canStart(work)) begin(key, work);
    else await waitForTurn(key, work, signal);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      runningCount -= 1;
      work.running -= 1;
      moveToBack(key, work);
      startNext();
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
