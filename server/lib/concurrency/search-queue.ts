import { createWorkQueue } from './work-queue.ts';

/**
 * The queue of all searches in this process: one of a person runs at a time, and `concurrency` of all. Of a person's
 * waiting searches only the newest is kept, because someone who types on no longer needs the others. The keys are the
 * ids of people.
 */
export function createSearchQueue(concurrency: number) {
  const { run } = createWorkQueue({
    concurrency,
    maxWaiting: 50,
    // Someone is looking at the screen, and each search ahead of theirs takes a second at most.
    maxWaitMs: 3_000,
    isReplaced: 'SEARCH_REPLACED',
  });
  return { run };
}
export type SearchQueue = ReturnType<typeof createSearchQueue>;
