import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What a query is part of: a request that someone is waiting for, a background job, or a migration at startup. Each kind has its own time
 * limits and connections.
 */
export type KindOfWork = 'request' | 'job' | 'migration';

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

/** A page has to be answered within 10 s, even if it waits twice. Deleting a person's rows can take a minute, and a migration longer. */
export const LIMITS: Record<KindOfWork, TimeLimits> = {
  request: { statementMs: 5_000, lockMs: 2_000, silentMs: 6_000 },
  job: { statementMs: 60_000, lockMs: 2_000, silentMs: 65_000 },
  // Processes that start at the same time wait for the one that migrates.
  migration: { statementMs: 0, lockMs: 5 * 60_000, silentMs: Infinity },
};

const current = new AsyncLocalStorage<KindOfWork>();

/** The kind of work that the calling code is part of: a request, unless `runAs` says otherwise. */
export const kindOfWork = (): KindOfWork => current.getStore() ?? 'request';

/** Runs `work`, and everything it calls, with the database limits of this kind. */
export const runAs = <T>(kind: KindOfWork, work: () => Promise<T>): Promise<T> => current.run(kind, work);
