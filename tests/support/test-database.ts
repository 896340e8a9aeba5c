import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { openDatabase, openInMemory, type Database } from '#db/client.ts';
import { partitionByUser } from '#db/distribution.ts';
import { runAs } from '#db/kind-of-work.ts';
import { migrateToLatest } from '#db/migrate.ts';
import { inTransaction } from '#db/transaction.ts';
import { installJobs } from '#server/jobs/boss.ts';
import { createLog } from '#server/lib/log.ts';

let opened: Promise<Database> | null = null;

const databaseName = () => `tenfold_test_${process.env['VITEST_POOL_ID'] ?? '1'}`;
/** Where the worker's own database is, on PostgreSQL. */
export function workerUrl(): string {
  const own = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  own.pathname = `/${databaseName()}`;
  return own.href;
}

/**
 * For PostgreSQL: one database per worker, so that two workers neither empty each other's tables nor receive each other's signals. With
 * TEST_PARTITIONS, its tables are split into that many partitions by owner.
 */
async function openOnPostgres(url: string): Promise<Database> {
  const name = databaseName();
  const admin = await openDatabase({ url, poolMax: 1 });
  await runAs('migration', async () => {
    await sql`drop database if exists ${sql.id(name)} with (force)`.execute(admin.db);
    await sql`create database ${sql.id(name)}`.execute(admin.db);
  });
  await admin.close();
  const database = await openDatabase({ url: workerUrl(), poolMax: 10 });
  await migrateToLatest(database.db);
  const partitions = Number(process.env['TEST_PARTITIONS'] ?? 0);
  if (partitions > 0) await runAs('migration', () => partitionByUser(database.db, partitions));
  await installJobs(database.jobStore, createLog('silent'));
  return database;
}

/** The worker's database: PGlite from the template, or PostgreSQL at TEST_DATABASE_URL. */
export function testDatabase(): Promise<Database> {
  const url = process.env['TEST_DATABASE_URL'];
  opened ??= url ? openOnPostgres(url) : openInMemory(new Blob([readFileSync(inject('databaseTemplate'))]));
  return opened;
}

/**
 * Every table of ours, read from the database, so that a new one is never forgotten. Deleting the few rows of a test takes a tenth of the
 * time of TRUNCATE, which creates new files for every table; every foreign key cascades, so the order doesn't matter.
 * What the previous test left running may still hold locks: after a deadlock with it, the transaction is tried again.
 */
export async function emptyTables(database: Database): Promise<void> {
  await inTransaction(database.db, (trx) =>
    sql`
    do $$
    declare name text;
    begin
      for name in select tablename from pg_tables where schemaname = current_schema() and tablename not like 'kysely_%' loop
        execute format('delete from %I', name);
      end loop;
      delete from pgboss.job;
    end $$`.execute(trx),
  );
}
