import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { openDatabase, openInMemory, type Database } from '#db/client.ts';
import { migrateToLatest } from '#db/migrate.ts';

let opened: Promise<Database> | null = null;

/** PostgreSQL run: one database a worker, so that two workers neither empty each other's tables nor hear each other. */
async function openOnPostgres(url: string): Promise<Database> {
  const name = `tenfold_test_${process.env['VITEST_POOL_ID'] ?? '1'}`;
  const admin = await openDatabase({ url, poolMax: 1 });
  await sql`drop database if exists ${sql.id(name)} with (force)`.execute(admin.db);
  await sql`create database ${sql.id(name)}`.execute(admin.db);
  await admin.close();
  const own = new URL(url);
  own.pathname = `/${name}`;
  const database = await openDatabase({ url: own.href, poolMax: 10 });
  await migrateToLatest(database.db);
  return database;
}

/** The worker's database: PGlite from the template, or PostgreSQL at TEST_DATABASE_URL. */
export function testDatabase(): Promise<Database> {
  const url = process.env['TEST_DATABASE_URL'];
  opened ??= url ? openOnPostgres(url) : openInMemory(new Blob([readFileSync(inject('databaseTemplate'))]));
  return opened;
}

/** Every table of ours, asked from the database, so that a new one is never forgotten. */
export async function emptyTables(database: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() and tablename not like 'kysely_%'`.execute(
    database.db,
  );
  await sql`truncate ${sql.join(rows.map((row) => sql.table(row.name)))} cascade`.execute(database.db);
}
