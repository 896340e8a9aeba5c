import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '#tests/support/test-database.ts';
import { openDatabase, type Database, type Db } from '../client.ts';
import { readRows } from './read-rows.ts';

const url = process.env['TEST_DATABASE_URL'];
const poolSizes = url ? [1, 10] : [1];

/** Each of these fails after four of its rows have arrived. */
const FAILING: Record<string, RawBuilder<unknown>> = {
  'a prepared select': sql`select 10 / (5 - n) from generate_series(1, ${9}::int) n`,
  'a select without parameters': sql`select 10 / (5 - n) from generate_series(1, 9) n`,
  'an insert': sql`insert into shelf select n from generate_series(1, ${9}::int) n returning 10 / (5 - id)`,
  'an update': sql`update shelf set id = id + ${0}::int returning 10 / (5 - id)`,
  'a delete': sql`delete from shelf where id > ${0}::int returning 10 / (5 - id)`,
  'a common table expression': sql`with n as (select generate_series(1, ${9}::int) n) select 10 / (5 - n) from n`,
  'several commands': sql`select 1; select 10 / (5 - n) from generate_series(1, 9) n`,
};
const FAILING_ON_POSTGRES: typeof FAILING = {
  'a select that is canceled': sql`
    select case when n = 5 then pg_cancel_backend(pg_backend_pid()) end, pg_sleep(0.001)
    from generate_series(1, ${9}::int) n`,
  'a select that meets a lock': sql`select id from locked where id < ${9}::int for update nowait`,
  'a select whose connection is ended': sql`
    select case when n = 5 then pg_terminate_backend(pg_backend_pid()) end, pg_sleep(0.001)
    from generate_series(1, ${9}::int) n`,
};
/** The next statement on the connection, and the rows it has to return. */
const NEXT: Record<string, { statement: RawBuilder<unknown>; rows: unknown[] }> = {
  'a prepared select': { statement: sql`select ${7}::int as id`, rows: [{ id: 7 }] },
  'a select without parameters': { statement: sql`select 7 as id union all select 8`, rows: [{ id: 7 }, { id: 8 }] },
  'a select that finds nothing': { statement: sql`select id from shelf where id = ${99}::int`, rows: [] },
  'an update': { statement: sql`update shelf set id = id where id = ${3}::int returning id`, rows: [{ id: 3 }] },
  'an update without rows': { statement: sql`update shelf set id = id where id < ${3}::int`, rows: [] },
  'a select without columns': { statement: sql`select from shelf where id < ${3}::int`, rows: [{}, {}] },
  'a setting': { statement: sql`show server_encoding`, rows: [{ server_encoding: 'UTF8' }] },
};
const failing = Object.entries({ ...FAILING, ...(url ? FAILING_ON_POSTGRES : {}) });

describe.each(poolSizes)('on a pool of %i', (poolMax) => {
  let database: Database;
  let holder: Database;
  let letGo = (): void => undefined;
  let held: Promise<unknown> = Promise.resolve();

  beforeAll(async () => {
    database = url ? await openDatabase({ url, poolMax }) : await testDatabase();
    await sql`drop table if exists shelf`.execute(database.db);
    await sql`create table shelf (id int not null)`.execute(database.db);
    await sql`insert into shelf select generate_series(1, 9)`.execute(database.db);
    if (!url) return;
    await sql`drop table if exists locked`.execute(database.db);
    await sql`create table locked as table shelf`.execute(database.db);
    // Another transaction locks the fifth row, so a statement that locks all of them fails there.
    holder = await openDatabase({ url, poolMax: 1 });
    const { promise, resolve } = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    letGo = resolve;
    held = holder.db.transaction().execute(async (trx) => {
      await sql`select id from locked where id = ${5}::int for update`.execute(trx);
      isHeld.resolve();
      await promise;
    });
    await isHeld.promise;
  });
  afterAll(async () => {
    letGo();
    await held;
    await sql`drop table if exists shelf, locked`.execute(database.db);
    if (url) await Promise.all([holder.close(), database.close()]);
  });

  const failOnEach = (db: Db, statement: RawBuilder<unknown>) =>
    Promise.allSettled(Array.from({ length: poolMax }, () => statement.execute(db)));

  test.each(failing)(
    'after %s that failed halfway, every statement gets exactly its own rows',
    async (_, statement) => {
      for (const { statement: next, rows } of Object.values(NEXT)) {
        const failures = await failOnEach(database.db, statement);
        expect(failures.map(({ status }) => status)).toEqual(failures.map(() => 'rejected'));
        const results = await Promise.all(failures.map(() => next.execute(database.db)));
        expect(results.map((result) => result.rows)).toEqual(failures.map(() => rows));
      }
    },
  );

  test.each(failing)(
    'after a transaction in which %s failed halfway, the next transaction gets its own rows',
    async (_, statement) => {
      for (const { statement: next, rows } of Object.values(NEXT)) {
        const failure = database.db.transaction().execute((trx) => statement.execute(trx));
        await expect(failure).rejects.toBeInstanceOf(Error);
        const result = await database.db.transaction().execute((trx) => next.execute(trx));
        expect(result.rows).toEqual(rows);
      }
    },
  );

  test('the job library gets its own rows after one of its statements failed halfway', async () => {
    const { executeSql } = database.jobStore;
    await expect(executeSql('select 10 / (5 - n) from generate_series(1, 9) n')).rejects.toThrow();
    await expect(executeSql('begin; select 10 / (5 - n) from generate_series(1, 9) n; commit')).rejects.toThrow();
    expect(await executeSql('select 7 as id')).toMatchObject({ rows: [{ id: 7 }] });
    expect(await executeSql('select $1::int as id', [8])).toMatchObject({ rows: [{ id: 8 }] });
  });
});

const result = (rows: unknown[], count: number | null) =>
  Object.assign(rows, { command: 'SELECT', count, columns: [{ name: 'id' }] });
// oxlint-disable-next-line no-sparse-arrays -- reason: holes are what the driver leaves behind
const WITH_HOLES = [, , { id: 1 }, { id: 2 }];

test('the rows of a result are the last ones, as many as PostgreSQL counted', () => {
  expect(readRows(result(WITH_HOLES.slice(), 2))).toMatchObject({ rows: [{ id: 1 }, { id: 2 }], count: 2 });
});

test.each([
  ['more rows than were counted', result([{ id: 1 }, { id: 2 }], 1)],
  ['fewer rows than were counted', result([{ id: 1 }], 2)],
  ['a hole among the rows that were counted', result(WITH_HOLES.slice(), 3)],
  ['rows although none were counted', result([{ id: 1 }], 0)],
])('a result with %s fails', (_, answer) => {
  expect(() => readRows(answer)).toThrow(expect.objectContaining({ code: 'ROWS_DO_NOT_ADD_UP' }));
});
