import type { z } from 'zod';

/** The settings of a queue, whose jobs carry `P`. */
export type Queue<P> = {
  payload: z.ZodType<P>;
  /** How many run at a time in one process. Each has its own slot, so a stalled job doesn't delay the others. */
  concurrency: number;
  /** How long one may run, in milliseconds. Then it counts as failed. */
  timeLimitMs: number;
  /** When one that failed runs again: pauses that double, with jitter. After `times` it becomes a dead letter. */
  retries: { times: number; firstMs: number; maxMs: number };
  /**
   * Jobs with the same key: `waiting` drops one that is added while another waits, `unfinished` also while another runs. What has to be done
   * again when something changes meanwhile is `waiting`.
   */
  oneOf: 'waiting' | 'unfinished';
  /**
   * People take turns: across all processes, at most this many jobs of one person run or are next, and the rest wait
   * until one ends. For every queue where one person can have many jobs, or slow ones (decision 046). The payload's
   * `userId` says whose job it is.
   */
  perPerson?: 1 | 2;
  /** What a job carries is of no use to the operator and must not outlive it: one that is given up leaves nothing. */
  leavesNoDeadLetter?: true;
  /** Repeated at this interval on the product's clock, by one process for all. */
  everyMs?: number;
};

export const queue = <P>(settings: Queue<P>): Queue<P> => settings;
