import { AppError } from '../app-error.ts';

const FORGET_IDLE_EVERY_MS = 60_000;
const monotonicMs = () => Number(process.hrtime.bigint()) / 1e6;

type Limits = {
  /** How much of one key's work runs at a time, how much more may wait, and for how long. */
  concurrency: number;
  maxWaiting: number;
  maxWaitMs: number;
  /**
   * How much of one key's work may begin without a pause, and how much a second after that. Without it, there's no
   * limit.
   */
  rate?: { burst: number; perSecond: number };
};
/** `dueAt` is when the work begun so far would have begun at the even rate, in the time of `monotonicMs`. */
type Queue = { running: number; waiting: Set<() => void>; dueAt: number };

/**
 * Lets each key, such as a person, do a few things at a time, so that work that is held up delays only its own key. Almost no work has to
 * wait, so work that doesn't costs only a map lookup; a `createWorkQueue` for each key took a fifth of the time of an authenticated read.
 */
export function createQueuePerKey({ concurrency, maxWaiting, maxWaitMs, rate }: Limits) {
  const queues = new Map<string, Queue>();
  const intervalMs = rate ? 1_000 / rate.perSecond : 0;
  const burstMs = rate ? rate.burst * intervalMs : 0;
  let idleForgottenAt = monotonicMs();

  function forgetIdle(now: number): void {
    if (now - idleForgottenAt < FORGET_IDLE_EVERY_MS) return;
    idleForgottenAt = now;
    for (const [key, { running, dueAt }] of queues) if (running === 0 && dueAt <= now) queues.delete(key);
  }

  /** Waits as long as this key's work is ahead of its rate by more than a burst: the generic cell rate algorithm. */
  async function keepRate(queue: Queue): Promise<void> {
    const now = monotonicMs();
    queue.dueAt = Math.max(queue.dueAt, now) + intervalMs;
    const aheadMs = queue.dueAt - now - burstMs;
    if (aheadMs > 0) await new Promise((resolve) => setTimeout(resolve, aheadMs));
  }

  function waitForTurn({ waiting }: Queue): Promise<void> {
    if (waiting.size >= maxWaiting) throw new AppError('SERVER_BUSY');
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(new AppError('SERVER_BUSY'));
      }, maxWaitMs);
      waiting.add(begin);
    });
  }

  function leave(queue: Queue): void {
    const [next] = queue.waiting;
    if (next) {
      queue.waiting.delete(next);
      next();
      return;
    }
    queue.running -= 1;
  }

  return {
    /**
     * Does the work when its turn comes in the key's queue. Throws SERVER_BUSY, before doing anything, when the queue is full or its turn
     * doesn't come in time.
     */
    run: async <T>(key: string, work: () => Promise<T>): Promise<T> => {
      let queue = queues.get(key);
      if (!queue) {
        forgetIdle(monotonicMs());
        queues.set(key, (queue = { running: 0, waiting: new Set(), dueAt: 0 }));
      }
      if (queue.running < concurrency) queue.running += 1;
      else await waitForTurn(queue);
      try {
        if (rate) await keepRate(queue);
        return await work();
      } finally {
        leave(queue);
      }
    },
  };
}
