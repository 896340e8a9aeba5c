import type { Db } from './client.ts';
import { retryOnce } from './retry-once.ts';

/**
 * Runs `work` in one transaction. Use only `trx` inside it: PGlite has one connection, and `db` would wait forever. After a deadlock `work`
 * runs a second time, so it must touch nothing but the database.
 */
export function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return retryOnce(() => db.transaction().execute(work));
}

/**
 * The violated constraint's name, or null if `error` is something else. The two drivers name it differently, and a partition of a table adds
 * its number.
 */
export function brokenUniqueConstraint(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return null;
  const names = error as { constraint?: unknown; constraint_name?: unknown }; // reason: fields of the two drivers' errors
  const name = names.constraint ?? names.constraint_name;
  return typeof name === 'string' ? name.replace(/_\d+$/, '') : '';
}
