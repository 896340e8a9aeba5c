import { isIPv6 } from 'node:net';
import { availableParallelism } from 'node:os';
import type { Client } from './client.ts';
import { routedBlockOf } from './network-of.ts';
import { createWorkQueue, type WorkQueue } from './work-queue.ts';

/** Node has four threads for hashes, files, names and compression together. */
const MAX_THREADS = 2;

/** Half of the cores, so that the rest of the product still answers while everybody signs in. */
export const hashesAtOnce = (cores: number): number => Math.max(1, Math.min(MAX_THREADS, Math.floor(cores / 2)));

/** Who shares one place in the queue: an IPv4 address, or an IPv6 /48, which one customer can have as a whole. */
const placeOf = (address: string): string => (isIPv6(address) ? routedBlockOf(address) : address);

/**
 * The turns of requests that hash passwords. One network has a quarter of the queue at most, and the turns go round among
 * the networks, so that a flood from one of them delays nobody else for longer than a hash.
 */
export function createPasswordQueue(queue: WorkQueue = defaultQueue()) {
  return {
    /** Does all hashing of one request when it is its turn. Throws SERVER_BUSY, before anything is done, when there is no room. */
    inTurn: <T>(client: Client, work: () => Promise<T>): Promise<T> => queue.run(placeOf(client.address), work),
  };
}
export type PasswordQueue = ReturnType<typeof createPasswordQueue>;

function defaultQueue(): WorkQueue {
  return createWorkQueue({
    atOnce: hashesAtOnce(availableParallelism()),
    maxWaiting: 200,
    maxWaitMs: 10_000,
    maxPerKey: 50,
    keyIsFull: 'SERVER_BUSY',
  });
}
