import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What a query is part of: a request that someone is waiting for; a search for what someone typed; a transfer, which is
 * an upload, a download or an export; a background job; or a migration at startup.
 */
export type KindOfWork = 'request' | 'search' | 'transfer' | 'job' | 'migration';

export type TimeLimits = {
  /** The longest that PostgreSQL lets one statement run, in milliseconds; 0 is no limit. */
  statementMs: number;
  /** The longest that PostgreSQL lets a statement wait for a lock, in milliseconds. */
  lockMs: number;
  /**
   * How long to wait for any response from PostgreSQL, in milliseconds. It is longer than `statementMs`, after which a working PostgreSQL
   * would at least have refused.
   */
  silentMs: number;
};

/** A page has to be answered within 10 s, even if it waits twice. */
const REQUEST: TimeLimits = { statementMs: 5_000, lockMs: 2_000, silentMs: 6_000 };

/** Deleting a person's rows can take a minute, and a migration longer. */
export const LIMITS: Record<KindOfWork, TimeLimits> = {
  request: REQUEST,
  // A search that takes longer finds almost everything, which helps nobody.
  search: { ...REQUEST, statementMs: 1_000 },
  transfer: REQUEST,
  job: { statementMs: 60_000, lockMs: 2_000, silentMs: 65_000 },
  // Processes that start at the same time wait for the one that migrates.
  migration: { statementMs: 0, lockMs: 5 * 60_000, silentMs: Infinity },
};

const thirdOf = (poolMax: number) => Math.max(1, Math.floor(poolMax / 3));

/**
 * The most connections that each kind of work uses at a time in one process, where requests have a pool of `poolMax`.
 * Searches and transfers use connections of that pool, at most a third of them each, so that the rest is left for
 * everything else. Jobs and migrations have their own in addition, which no request waits for.
 */
export const CONNECTIONS: Record<KindOfWork, (poolMax: number) => number> = {
  request: (poolMax) => poolMax,
  // More at a time would only compete for the same processor.
  search: (poolMax) => Math.min(3, thirdOf(poolMax)),
  // Two exports, eight uploads and many downloads may be in progress, but each needs a connection only now and then.
  transfer: thirdOf,
  job: () => 3,
  migration: () => 1,
};

const current = new AsyncLocalStorage<KindOfWork>();

/** The kind of work that the calling code is part of: a request, unless `runAs` says otherwise. */
export const kindOfWork = (): KindOfWork => current.getStore() ?? 'request';

/** Runs `work`, and everything it calls, with the database limits of this kind. */
export const runAs = <T>(kind: KindOfWork, work: () => Promise<T>): Promise<T> => current.run(kind, work);

/** Runs the part of a request that is a search or a transfer. Within a job or a migration, it stays part of that. */
export const runPartAs = <T>(kind: 'search' | 'transfer', work: () => Promise<T>): Promise<T> =>
  kindOfWork() === 'request' ? runAs(kind, work) : work();
