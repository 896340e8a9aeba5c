import { setTimeout as pause } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { INT8 } from './int8.ts';
import type { TimeLimits } from '../kind-of-work.ts';

/** PostgreSQL's numbers of the two types. */
const [JSON_TYPE, JSONB] = [114, 3802];

export type Types = { bigint: number; json: unknown };

/** How long a query waits for a database that was silent a moment ago, in milliseconds. Someone is waiting for a page. */
const STILL_SILENT_MS = 1_000;
/** How often waiting queries are checked, in milliseconds. */
const CHECK_EVERY_MS = 250;
/** How long a process that was itself suspended gets to read what arrived in the meantime, in milliseconds. */
const GRACE_MS = 100;
/** PostgreSQL rolls back a transaction whose client has been silent for this long, in milliseconds. */
const IDLE_IN_TRANSACTION_MS = 15_000;

/**
 * `isSent`: the statement was sent and got no response, so it may or may not have taken effect. Otherwise it was never sent, and nothing
 * was changed.
 */
export class DatabaseSilentError extends Error {
  override readonly name = 'DatabaseSilentError';
  readonly code: 'DATABASE_SILENT' | 'DATABASE_BUSY';

  constructor({ isSent }: { isSent: boolean }) {
    super(isSent ? 'the database does not answer' : 'no connection became free');
    this.code = isSent ? 'DATABASE_SILENT' : 'DATABASE_BUSY';
  }
}

export function openPostgresClient(
  url: string,
  options: { max?: number; connection?: Record<string, number | string> } = {},
) {
  return postgres(url, {
    connect_timeout: 5,
    // The default backoff grows to 20 s for all connections together, so turns would be settled long after a restart.
    backoff: (retries) => Math.min(0.05 * 2 ** retries, 1),
    idle_timeout: 60,
    onnotice: () => undefined,
    types: {
      bigint: { to: INT8, from: [INT8], serialize: String, parse: Number },
      // Text is JSON already, as on the embedded database: the job library writes its own.
      json: {
        to: JSON_TYPE,
        from: [JSON_TYPE, JSONB],
        serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
        parse: (text: string): unknown => JSON.parse(text),
      },
    },
    ...options,
  });
}

/** The connections of a pool. They are replaced together when PostgreSQL stops answering. */
type Connections = { sql: Sql<Types>; inUse: number };
/** Permission to use one of them. */
export type Slot = { on: Connections; release: () => void };
type Sent = { on: Connections; since: number; giveUp: (error: Error) => void; isGivenUp: boolean };
type Queued = { since: number; serve: (on: Connections) => void; giveUp: (error: Error) => void };

/**
 * postgres.js with queries that always end. PostgreSQL limits statements and waits for locks. When it doesn't respond at all, we give up on
 * queries here and replace their connections, because nothing will ever arrive on them. At most `max` statements are sent at a time:
 * postgres.js would queue more of them behind statements that are waiting for a lock. `name` is what PostgreSQL's own views show.
 */
export function createPostgresPool(url: string, options: TimeLimits & { name: string; max: number }) {
  const { max, statementMs, lockMs, silentMs } = options;
  const open = (): Connections => {
    const connection = {
      application_name: options.name,
      // Compiling a statement for many partitions took seconds; no statement of ours runs long enough to gain from it.
      jit: 'off',
      statement_timeout: statementMs,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    };
    return { sql: openPostgresClient(url, { max, connection }), inUse: 0 };
  };
  let connections = open();
  let isSilent = false;
  let isChecking = false;
  const sent = new Set<Sent>();
  const queue = new Set<Queued>();

  function slotOn(on: Connections): Slot {
    on.inUse += 1;
    let isHeld = true;
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      on.inUse -= 1;
      serveQueue();
    };
    return { on, release };
  }

  function serveQueue(): void {
    for (const queued of queue) {
      if (connections.inUse >= max) return;
      queue.delete(queued);
      queued.serve(connections);
    }
  }

  function giveUp(isOverdue: (one: { since: number }) => boolean): void {
    for (const one of sent) {
      if (one.isGivenUp || !isOverdue(one)) continue;
      one.isGivenUp = true;
      one.giveUp(new DatabaseSilentError({ isSent: true }));
    }
    for (const one of queue) {
      if (!isOverdue(one)) continue;
      queue.delete(one);
      one.giveUp(new DatabaseSilentError({ isSent: false }));
    }
  }

  function replace(silent: Connections): void {
    for (const one of sent) {
      if (one.on !== silent) continue;
      sent.delete(one);
      one.giveUp(new DatabaseSilentError({ isSent: true }));
    }
    if (silent === connections) connections = open();
    void silent.sql.end({ timeout: 0 }).catch(() => undefined);
    serveQueue();
  }

  const isOlderThan = (ms: number) => {
    const before = performance.now() - ms;
    return ({ since }: { since: number }) => since < before;
  };
  const isOverdue = () => isOlderThan(isSilent ? STILL_SILENT_MS : silentMs);

  async function check(): Promise<void> {
    if (isChecking || ![...sent, ...queue].some(isOverdue())) return;
    isChecking = true;
    await pause(GRACE_MS);
    isChecking = false;
    const silent = new Set([...sent].filter(isOlderThan(silentMs)).map(({ on }) => on));
    if (silent.size > 0) isSilent = true;
    giveUp(isOverdue());
    for (const on of silent) replace(on);
  }
  const timer = setInterval(() => void check(), CHECK_EVERY_MS).unref();

  return {
    /** A connection, as soon as there is a free one. */
    take: (): Slot | Promise<Slot> =>
      connections.inUse < max
        ? slotOn(connections)
        : new Promise<Slot>((resolve, reject) => {
            queue.add({ since: performance.now(), serve: (on) => resolve(slotOn(on)), giveUp: reject });
          }),

    /** Settles like `work`, which runs on this slot's connection, or rejects with a `DatabaseSilentError`. */
    answered: <T>({ on }: Slot, work: PromiseLike<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        const one: Sent = { on, since: performance.now(), giveUp: reject, isGivenUp: false };
        sent.add(one);
        work.then(
          (value) => {
            sent.delete(one);
            isSilent = false;
            return resolve(value);
          },
          (error: unknown) => {
            sent.delete(one);
            reject(error);
          },
        );
      }),

    end: async (): Promise<void> => {
      clearInterval(timer);
      await connections.sql.end({ timeout: 5 });
    },
  };
}
export type PostgresPool = ReturnType<typeof createPostgresPool>;
