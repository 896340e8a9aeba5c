import type { Db } from './client.ts';
import { DatabaseError } from './database-error.ts';
import { retryOnce } from './retry-once.ts';

/**
 * Runs `work` in one transaction. Use only `trx` inside it: PGlite has one connection, and `db` would wait forever. After a deadlock `work`
 * runs a second time, so it must touch nothing but the database.
 */
export function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return retryOnce(() => db.transaction().execute(work));
}

/** The name of the unique constraint that `error` reports, or null if it's a different error. */
export function brokenUniqueConstraint(error: unknown): string | null {
  return error instanceof DatabaseError && error.code === '23505' ? (error.constraint ?? '') : null;
}
