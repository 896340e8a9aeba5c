import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from './transaction.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const { db, driver } = await testDatabase();

/** Ends the transaction the way PostgreSQL ends one that loses a conflict. */
const raise = (code: string) => sql`do ${sql.lit(`begin raise exception 'raised' using errcode = '${code}'; end`)}`;

test.each([
  ['a deadlock', '40P01'],
  ['a serialization failure', '40001'],
])('a transaction that loses to another by %s is retried', async (_, code) => {
  let runs = 0;
  const result = await inTransaction(db, async (trx) => {
    runs += 1;
    if (runs === 1) await raise(code).execute(trx);
    return 'done';
  });
  expect([result, runs]).toEqual(['done', 2]);
});

test.each([
  ['loses twice', '40P01', 2],
  ['breaks a constraint', '23505', 1],
])('a transaction that %s fails', async (_, code, expectedRuns) => {
  let runs = 0;
  const work = inTransaction(db, async (trx) => {
    runs += 1;
    await raise(code).execute(trx);
  });
  await expect(work).rejects.toMatchObject({ code });
  expect(runs).toBe(expectedRuns);
});

// PGlite has one connection, so there is nothing to conflict with.
test.runIf(driver === 'postgres')('a single statement that loses to another is retried', async () => {
  await sql`create sequence runs; create function lose_once() returns int language plpgsql as $$
    begin if nextval('runs') = 1 then raise exception 'raised' using errcode = '40P01'; end if; return currval('runs'); end $$`.execute(
    db,
  );
  try {
    const { rows } = await sql<{ runs: number }>`select lose_once() as runs where ${true}`.execute(db);
    expect(rows).toEqual([{ runs: 2 }]);
  } finally {
    await sql`drop function lose_once; drop sequence runs`.execute(db);
  }
});

test('a transaction in which a failed statement was ignored changes nothing and fails', async () => {
  const work = inTransaction(db, async (trx) => {
    await sql`create table kept_by_mistake ()`.execute(trx);
    await sql`select 1 / ${0}::int`.execute(trx).catch(() => undefined);
  });
  await expect(work).rejects.toThrow();
  const { rows } = await sql`select to_regclass('kept_by_mistake') as found where ${true}`.execute(db);
  expect(rows).toEqual([{ found: null }]);
});

test.runIf(driver === 'postgres')(
  'a transaction that loses its connection between two statements changes nothing and fails',
  async () => {
    const work = db.transaction().execute(async (trx) => {
      await sql`create table kept_by_mistake ()`.execute(trx);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid where ${true}`.execute(trx);
      await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(db);
      await sql`select ${1}::int`.execute(trx).catch(() => undefined);
      await sql`create table kept_by_mistake ()`.execute(trx);
    });
    await expect(work).rejects.toMatchObject({ name: 'DatabaseError', code: 'CONNECTION_CLOSED' });
    const { rows } = await sql`select to_regclass('kept_by_mistake') as found where ${true}`.execute(db);
    expect(rows).toEqual([{ found: null }]);
  },
);
