import { promises as fs } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import type { Migrator } from 'kysely/migration';
import type { Db } from './client.ts';
import { ExpectedError } from './expected-error.ts';
import { runAs } from './kind-of-work.ts';
import { listUnreachableAccounts } from './queries/identity/accounts.ts';
import type { UserId } from './types.gen.ts';

const migrationFolder = path.join(import.meta.dirname, '..', 'migrations');

/** Looks for Kysely's own tables only in our schema: another program in the same database may use Kysely too. */
async function createMigrator(db: Db): Promise<Migrator> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  const { FileMigrationProvider, Migrator } = await import('kysely/migration');
  const provider = new FileMigrationProvider({ fs, path, migrationFolder });
  return new Migrator({ db, provider, migrationTableSchema: rows[0]?.schema ?? 'public' });
}

/** Thrown when a newer version has migrated the database. */
export class NewerDatabaseError extends ExpectedError {
  constructor(unknown: string[]) {
    const migrations = unknown.length === 1 ? 'a migration' : `${unknown.length} migrations`;
    super(
      `This version of Tenfold is older than its database, which has ${migrations} that this version doesn't know: ${unknown.join(', ')}. ` +
        'Start the newer version again, or restore the backup from before the update (docs/operating.md, "Rolling back to an older version").',
    );
  }
}

/** Thrown when the database can't hold every character: its searches would fail, and lengths would be of bytes. */
export class WrongEncodingError extends ExpectedError {
  constructor(encoding: string) {
    super(
      `The database in DATABASE_URL stores text as ${encoding}, and Tenfold needs UTF8. Create it with ` +
        '`createdb --encoding=UTF8 --locale=C.UTF-8 --template=template0 tenfold`.',
    );
  }
}

/**
 * Whether every migration has been applied. This is true on most starts, which then load no migration and take no lock.
 * If the names differ, Kysely's own check follows. Throws NewerDatabaseError if some of them aren't ours, and
 * WrongEncodingError.
 */
async function isLatest(db: Db): Promise<boolean> {
  const { rows: found } = await sql<{ hasTable: boolean; encoding: string }>`
    select to_regclass(quote_ident(current_schema()) || '.kysely_migration') is not null as "hasTable",
      current_setting('server_encoding') as encoding`.execute(db);
  const { hasTable = false, encoding = '' } = found[0] ?? {};
  if (encoding !== 'UTF8') throw new WrongEncodingError(encoding);
  if (!hasTable) return false;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const known = new Set((await fs.readdir(migrationFolder)).map((file) => path.parse(file).name));
  const unknown = rows.map(({ name }) => name).filter((name) => !known.has(name));
  if (unknown.length > 0) throw new NewerDatabaseError(unknown);
  return known.size === rows.length;
}

/**
 * Applies pending migrations and returns their names. Safe to run from several processes at once: Kysely takes an
 * advisory lock. Throws NewerDatabaseError if the database has migrations of a newer version, and WrongEncodingError if
 * it can't hold every character.
 */
export async function migrateToLatest(db: Db): Promise<string[]> {
  if (await isLatest(db)) return [];
  return runAs('migration', async () => {
    const { error, results } = await (await createMigrator(db)).migrateToLatest();
    if (error) throw error;
    return (results ?? []).map((result) => result.migrationName);
  });
}

/** When these migrations were applied, oldest first. */
export async function listAppliedAt(db: Db, names: string[]): Promise<{ name: string; at: string }[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<{ name: string; at: string }>`
    select name, "timestamp" as at from kysely_migration where name = any(${sql.val(names)}::text[]) order by name`.execute(
    db,
  );
  return rows;
}

/** If migration 0011 was among those just applied: the accounts that it couldn't give a usable address (docs/operating.md). */
export async function listAccountsWithoutAddress(db: Db, applied: string[]): Promise<UserId[]> {
  if (!applied.includes('0011-one-spelling-of-addresses')) return [];
  return runAs('migration', () => listUnreachableAccounts(db));
}

/** Steps one migration up or down; for the tests of the migrations themselves. */
export async function migrateStep(db: Db, direction: 'up' | 'down'): Promise<string | null> {
  const migrator = await createMigrator(db);
  const { error, results } = await (direction === 'up' ? migrator.migrateUp() : migrator.migrateDown());
  if (error) throw error;
  return results?.[0]?.migrationName ?? null;
}
