import { availableParallelism } from 'node:os';
import type { Client } from '../request/client.ts';
import { subscriberOf } from '../request/network-of.ts';
import { createWorkQueue, type WorkQueue } from '../concurrency/work-queue.ts';

/** Node has four threads for hashing, files, DNS and compression together. */
const MAX_THREADS = 2;

/** Half of the cores, so that the rest of the product still responds while many people sign in. */
export const hashConcurrency = (cores: number): number => Math.max(1, Math.min(MAX_THREADS, Math.floor(cores / 2)));

/**
 * The queue of requests that hash passwords. One network gets a quarter of it at most, and the networks take turns, so that a flood from
 * one of them delays everyone else by a single hash at most.
 */
export function createPasswordQueue(queue: WorkQueue = defaultQueue()) {
  return {
    /** Does all hashing of one request when it is its turn. Throws SERVER_BUSY before doing anything when the queue is full. */
    inTurn: <T>(client: Client, work: () => Promise<T>): Promise<T> => queue.run(subscriberOf(client.address), work),
  };
}
export type PasswordQueue = ReturnType<typeof createPasswordQueue>;

function defaultQueue(): WorkQueue {
  return createWorkQueue({
    concurrency: hashConcurrency(availableParallelism()),
    maxWaiting: 200,
    maxWaitMs: 10_000,
    maxPerKey: 50,
    keyIsFull: 'SERVER_BUSY',
  });
}
