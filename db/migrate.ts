import { promises as fs } from 'node:fs';
import path from 'node:path';
import { FileMigrationProvider, Migrator, NO_MIGRATIONS } from 'kysely/migration';
import type { Db } from './client.ts';

const migrationFolder = path.join(import.meta.dirname, '..', 'migrations');

function migrator(db: Db): Migrator {
  return new Migrator({ db, provider: new FileMigrationProvider({ fs, path, migrationFolder }) });
}

/** Applies what is missing. Safe from several processes at once: Kysely takes an advisory lock. Returns the names applied. */
export async function migrateToLatest(db: Db): Promise<string[]> {
  const { error, results } = await migrator(db).migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

/** Takes everything back, newest first. */
export async function migrateDown(db: Db): Promise<void> {
  const { error } = await migrator(db).migrateTo(NO_MIGRATIONS);
  if (error) throw error;
}

/** Steps one migration up or down; for the tests of the list itself. */
export async function migrateStep(db: Db, direction: 'up' | 'down'): Promise<string | null> {
  const { error, results } = await (direction === 'up' ? migrator(db).migrateUp() : migrator(db).migrateDown());
  if (error) throw error;
  return results?.[0]?.migrationName ?? null;
}
