import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from './client.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { ExpectedError } from './expected-error.ts';
import { runAs } from './kind-of-work.ts';
import { migrateToLatest } from './migrate.ts';

const url = process.env['TEST_DATABASE_URL'];
const { db } = await testDatabase();
const addMigration = (name: string) =>
  sql`insert into kysely_migration (name, timestamp) values (${name}, '2030-01-01')`.execute(db);
afterEach(() => runAs('migration', () => sql`delete from kysely_migration where name like '9%'`.execute(db)));

test.runIf(url)(
  'a database that can’t hold every character is refused, with the command that creates a right one',
  async () => {
    await runAs('migration', async () => {
      await sql`drop database if exists not_utf8`.execute(db);
      await sql`create database not_utf8 encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0`.execute(
        db,
      );
    });
    const narrow = await openDatabase({ url: (url ?? '').replace(/[^/]+$/, 'not_utf8'), poolMax: 1 });
    const refused = migrateToLatest(narrow.db);
    await expect(refused).rejects.toBeInstanceOf(ExpectedError);
    await expect(refused).rejects.toThrow('stores text as SQL_ASCII, and Tenfold needs UTF8. Create it with `createdb');
    await narrow.close();
    await runAs('migration', () => sql`drop database not_utf8`.execute(db));
  },
);

test.runIf(url)('a database that knows only English letters is refused, because search needs all of them', async () => {
  await runAs('migration', async () => {
    await sql`drop database if exists only_english`.execute(db);
    await sql`create database only_english encoding 'UTF8' lc_collate 'C' lc_ctype 'C' template template0`.execute(db);
  });
  const narrow = await openDatabase({ url: (url ?? '').replace(/[^/]+$/, 'only_english'), poolMax: 1 });
  await expect(migrateToLatest(narrow.db)).rejects.toThrow('knows only English letters, and search needs all of them');
  await narrow.close();
  await runAs('migration', () => sql`drop database only_english`.execute(db));
});

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
