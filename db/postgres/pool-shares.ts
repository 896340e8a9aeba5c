import type { Sql } from 'postgres';
import type { KindOfWork } from '../kind-of-work.ts';
import type { Types } from './postgres-client.ts';

/** What one kind of work may use of a pool: connections at a time, and milliseconds for one statement. */
type Share = { max: number; statementMs: number };
export type Shares = Partial<Record<KindOfWork, Share>>;

/**
 * Counts the connections that each kind of work uses, and gives its statements their time limit. A kind of work without
 * a share may use the whole pool.
 */
export function createPoolShares(pool: Share, shares: Shares) {
  const used = new Map<KindOfWork, number>();
  /** The statement limits of connections that don't have the pool's, in milliseconds. */
  const limits = new Map<Sql<Types>, number>();
  const shareOf = (kind: KindOfWork) => shares[kind] ?? pool;
  const count = (kind: KindOfWork) => used.get(kind) ?? 0;

  /** Sent ahead of the work, in the same round trip. */
  function limitStatements(sql: Sql<Types>, { statementMs }: Share): void {
    if (statementMs === (limits.get(sql) ?? pool.statementMs)) return;
    limits.set(sql, statementMs);
    // Whatever breaks this breaks the work on the same connection, too, which reports it.
    sql.unsafe(`set statement_timeout = ${statementMs}`).catch(() => limits.delete(sql));
  }

  return {
    isUsedUp: (kind: KindOfWork): boolean => count(kind) >= shareOf(kind).max,
    /** Gives a connection to this kind of work. Returns the function that takes it back. */
    use: (sql: Sql<Types>, kind: KindOfWork): (() => void) => {
      used.set(kind, count(kind) + 1);
      limitStatements(sql, shareOf(kind));
      return () => void used.set(kind, count(kind) - 1);
    },
    /** The connection is closed. If its client opens another one, that begins with the pool's limit. */
    forget: (sql: Sql<Types>): void => void limits.delete(sql),
  };
}
