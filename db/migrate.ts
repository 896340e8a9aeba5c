import { promises as fs } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { FileMigrationProvider, Migrator, NO_MIGRATIONS } from 'kysely/migration';
import type { Db } from './client.ts';

const migrationFolder = path.join(import.meta.dirname, '..', 'migrations');

/** Its own tables are looked for in our schema alone: another program of the same database may use Kysely as well. */
async function createMigrator(db: Db): Promise<Migrator> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  const provider = new FileMigrationProvider({ fs, path, migrationFolder });
  return new Migrator({ db, provider, migrationTableSchema: rows[0]?.schema ?? 'public' });
}

/** Applies what is missing. Safe from several processes at once: Kysely takes an advisory lock. Returns the names applied. */
export async function migrateToLatest(db: Db): Promise<string[]> {
  const { error, results } = await (await createMigrator(db)).migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

/** Takes everything back, newest first. */
export async function migrateDown(db: Db): Promise<void> {
  const { error } = await (await createMigrator(db)).migrateTo(NO_MIGRATIONS);
  if (error) throw error;
}

/** Steps one migration up or down; for the tests of the list itself. */
export async function migrateStep(db: Db, direction: 'up' | 'down'): Promise<string | null> {
  const migrator = await createMigrator(db);
  const { error, results } = await (direction === 'up' ? migrator.migrateUp() : migrator.migrateDown());
  if (error) throw error;
  return results?.[0]?.migrationName ?? null;
}
