import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { toDatabaseError } from '../database-error.ts';
import type { KindOfWork, TimeLimits } from '../kind-of-work.ts';
import { breaksConnection, ended, isReported, READ_ONLY_TRANSACTION, silence } from './connection-failures.ts';
import { createPoolShares, type Shares } from './pool-shares.ts';
import { openPostgresClient, type Types } from './postgres-client.ts';

/** How long a query waits for a database that was silent a moment ago, in milliseconds. Someone is waiting for a page. */
const STILL_SILENT_MS = 1_000;
/** How often waiting queries are checked, in milliseconds. */
const CHECK_EVERY_MS = 250;
/** How long a process that was itself suspended gets to read what arrived in the meantime, in milliseconds. */
const GRACE_MS = 100;
/**
 * The maximum age of a connection, in milliseconds: PostgreSQL's memory for it grows with each kind of statement.
 * postgres.js has its own limit, but would also close a connection between two statements of a transaction.
 */
const LIFETIME_MS = 45 * 60_000;
/** PostgreSQL rolls back a transaction whose client has been silent for this long, in milliseconds. */
const IDLE_IN_TRANSACTION_MS = 15_000;
/** How often all connections may be replaced because the database is read-only, which can last. In milliseconds. */
const RETIRE_EVERY_MS = 5_000;

/** One connection, for one statement or transaction at a time. */
export type Slot = {
  sql: Sql<Types>;
  /**
   * For a transaction: if the connection is lost, it is closed for good. Otherwise postgres.js would run the next
   * statement on a new one.
   */
  pin: () => void;
  isOpen: () => boolean;
  /** Gives it back. */
  release: () => void;
  /** Closes it. */
  discard: () => void;
};
type Sent = { sql: Sql<Types>; since: number; giveUp: (error: Error) => void; isGivenUp: boolean };
type Queued = {
  kind: KindOfWork;
  since: number;
  serve: (sql: Sql<Types>) => void;
  giveUp: (error: Error) => void;
};

/**
 * postgres.js with queries that always end. PostgreSQL limits statements and waits for locks. When it doesn't respond
 * at all, we give up on queries here and replace their connections, because nothing will ever arrive on them. Each
 * connection is a client of its own, so that one that can't be trusted anymore is closed alone, and at most `max`
 * statements are sent at a time: a client with several connections would queue more of them behind statements that are
 * waiting for a lock. A kind of work that has a share never uses more of them than that. `name` is what PostgreSQL's
 * own views show.
 */
export function createPostgresPool(url: string, options: TimeLimits & { name: string; max: number; shares?: Shares }) {
  const { max, statementMs, lockMs, silentMs } = options;
  const connection = {
    application_name: options.name,
    // Compiling a statement for many partitions took seconds; no statement of ours runs long enough to gain from it.
    jit: 'off',
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  };
  /** Connections that count toward `max`, with the time they were opened, and those of them that are idle. */
  const open = new Map<Sql<Types>, number>();
  const free: Sql<Types>[] = [];
  const pinned = new Set<Sql<Types>>();
  const shares = createPoolShares({ max, statementMs }, options.shares ?? {});
  let answeredAt = performance.now();
  let retiredAt = Number.NEGATIVE_INFINITY;
  let isSilent = false;
  let isEnded = false;
  let isChecking = false;
  const sent = new Set<Sent>();
  const queue = new Set<Queued>();

  /** Picks the most recently used connection, which is the most likely to be connected. */
  function findFree(): Sql<Types> | undefined {
    const known = free.pop();
    if (known || open.size >= max || isEnded) return known;
    const added = openPostgresClient(url, {
      max: 1,
      connection,
      onclose: () => {
        shares.forget(added);
        if (pinned.has(added)) discard(added);
      },
    });
    open.set(added, performance.now());
    return added;
  }

  function slotOn(sql: Sql<Types>, kind: KindOfWork): Slot {
    let isHeld = true;
    const endUse = shares.use(sql, kind);
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      endUse();
      pinned.delete(sql);
      const openedAt = open.get(sql);
      if (openedAt !== undefined && performance.now() - openedAt > LIFETIME_MS) return discard(sql);
      if (openedAt !== undefined) free.push(sql);
      serveQueue();
    };
    return {
      sql,
      pin: () => void pinned.add(sql),
      isOpen: () => open.has(sql),
      release,
      discard: () => discard(sql),
    };
  }

  function serveQueue(): void {
    for (const queued of queue) {
      if (shares.isUsedUp(queued.kind)) continue;
      const sql = findFree();
      if (!sql) return;
      queue.delete(queued);
      queued.serve(sql);
    }
  }

  function giveUp(isOverdue: (one: { since: number }) => boolean): void {
    for (const one of sent) {
      if (one.isGivenUp || !isOverdue(one)) continue;
      one.isGivenUp = true;
      one.giveUp(silence({ isSent: true }));
    }
    for (const one of queue) {
      if (!isOverdue(one)) continue;
      queue.delete(one);
      one.giveUp(silence({ isSent: false }));
    }
  }

  function discard(sql: Sql<Types>): void {
    if (!open.delete(sql)) return;
    pinned.delete(sql);
    shares.forget(sql);
    const index = free.indexOf(sql);
    if (index !== -1) free.splice(index, 1);
    // Later, so that a statement that the driver has just failed says why.
    queueMicrotask(() => {
      for (const one of sent) {
        if (one.sql !== sql) continue;
        sent.delete(one);
        one.giveUp(silence({ isSent: true }));
      }
      serveQueue();
    });
    void sql.end({ timeout: 0 }).catch(() => undefined);
  }

  /** Replaces every connection: the idle ones now, and the others once they are given back. */
  function retireAll(): void {
    if (performance.now() - retiredAt < RETIRE_EVERY_MS) return;
    retiredAt = performance.now();
    for (const sql of open.keys()) open.set(sql, Number.NEGATIVE_INFINITY);
    for (const sql of free.splice(0)) discard(sql);
  }

  function onAnswer(): void {
    answeredAt = performance.now();
    isSilent = false;
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
    const silent = [...sent].filter(isOlderThan(silentMs));
    // If others were answered well after it was sent, only its connection is lost.
    const isDown = silent.some(({ since }) => answeredAt < since + STILL_SILENT_MS);
    if (isDown) isSilent = true;
    const lost = isDown ? [...sent].filter(isOverdue()) : silent;
    giveUp(isOverdue());
    for (const { sql } of lost) discard(sql);
  }
  const timer = setInterval(() => void check(), CHECK_EVERY_MS).unref();

  return {
    /** A connection, as soon as one is free for this kind of work. Throws a DatabaseError once the pool has ended. */
    take: (kind: KindOfWork): Slot | Promise<Slot> => {
      const sql = shares.isUsedUp(kind) ? undefined : findFree();
      if (sql) return slotOn(sql, kind);
      if (isEnded) throw ended();
      return new Promise<Slot>((resolve, reject) => {
        queue.add({ kind, since: performance.now(), serve: (freed) => resolve(slotOn(freed, kind)), giveUp: reject });
      });
    },

    /**
     * Settles like `work`, which runs on this slot's connection. Turns any failure into a `DatabaseError`, and closes a
     * broken connection. Call this before anything else awaits `work`, so that a broken connection is never reused.
     */
    answered: <T>({ sql }: Slot, work: PromiseLike<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        const one: Sent = { sql, since: performance.now(), giveUp: reject, isGivenUp: false };
        sent.add(one);
        work.then(
          (value) => {
            sent.delete(one);
            onAnswer();
            return resolve(value);
          },
          (error: unknown) => {
            const failure = toDatabaseError(error);
            sent.delete(one);
            if (isReported(failure)) onAnswer();
            if (breaksConnection(failure)) discard(sql);
            if (failure.code === READ_ONLY_TRANSACTION) retireAll();
            reject(failure);
          },
        );
      }),

    end: async (): Promise<void> => {
      clearInterval(timer);
      isEnded = true;
      for (const { giveUp: refuse } of queue) refuse(ended());
      queue.clear();
      await Promise.all([...open.keys()].map((sql) => sql.end({ timeout: 5 })));
    },
  };
}
export type PostgresPool = ReturnType<typeof createPostgresPool>;
