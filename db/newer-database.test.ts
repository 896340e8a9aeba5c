import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { testDatabase } from '#tests/support/test-database.ts';
import { ExpectedError } from './expected-error.ts';
import { runAs } from './kind-of-work.ts';
import { migrateToLatest } from './migrate.ts';

const { db } = await testDatabase();
const addMigration = (name: string) =>
  sql`insert into kysely_migration (name, timestamp) values (${name}, '2030-01-01')`.execute(db);
afterEach(() => runAs('migration', () => sql`delete from kysely_migration where name like '9%'`.execute(db)));

test('an older version on a newer database says that it is older, which migrations it doesn’t know, and what to do', async () => {
  expect(await migrateToLatest(db)).toEqual([]);
  await addMigration('9001-invoices');
  const refused = migrateToLatest(db);
  await expect(refused).rejects.toBeInstanceOf(ExpectedError);
  await expect(refused).rejects.toThrow(
    "This version of Tenfold is older than its database, which has a migration that this version doesn't know: 9001-invoices. " +
      'Start the newer version again, or restore the backup from before the update',
  );
  await addMigration('9002-taxes');
  await expect(migrateToLatest(db)).rejects.toThrow(
    "2 migrations that this version doesn't know: 9001-invoices, 9002-taxes.",
  );
});
