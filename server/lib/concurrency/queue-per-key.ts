import { AppError } from '../app-error.ts';

type Limits = {
  /** How much of one key's work runs at a time, how much more may wait, and for how long. */
  concurrency: number;
  maxWaiting: number;
  maxWaitMs: number;
};
type Queue = { running: number; waiting: Set<() => void> };

/**
 * Lets each key, such as a person, do a few things at a time, so that work that is held up delays only its own key. Almost no work has to
 * wait, so work that doesn't costs only a map lookup; a `createWorkQueue` for each key took a fifth of the time of an authenticated read.
 */
export function createQueuePerKey({ concurrency, maxWaiting, maxWaitMs }: Limits) {
  const queues = new Map<string, Queue>();

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

  function leave(key: string, queue: Queue): void {
    const [next] = queue.waiting;
    if (next) {
      queue.waiting.delete(next);
      next();
      return;
    }
    queue.running -= 1;
    if (queue.running === 0) queues.delete(key);
  }

  return {
    /**
     * Does the work when its turn comes in the key's queue. Throws SERVER_BUSY, before doing anything, when the queue is full or its turn
     * doesn't come in time.
     */
    run: async <T>(key: string, work: () => Promise<T>): Promise<T> => {
      let queue = queues.get(key);
      if (!queue) queues.set(key, (queue = { running: 0, waiting: new Set() }));
      if (queue.running < concurrency) queue.running += 1;
      else await waitForTurn(queue);
      try {
        return await work();
      } finally {
        leave(key, queue);
      }
    },
  };
}
