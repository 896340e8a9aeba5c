import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#tests/support/test-database.ts';
import { DatabaseError } from '../database-error.ts';
import { LIMITS } from '../kind-of-work.ts';
import { createPostgresPool } from './postgres-pool.ts';
import { ROWS_DO_NOT_ADD_UP } from './read-rows.ts';

const { db, driver } = await testDatabase();

test.runIf(driver === 'postgres')(
  'PostgreSQL compiles no statement, which would take longer than running it',
  async () => {
    const { rows } = await sql`show jit`.execute(db);
    expect(rows).toEqual([{ jit: 'off' }]);
  },
);

const url = process.env['TEST_DATABASE_URL'];

test.runIf(url)('a connection whose row count doesn’t match is closed and never reused', async () => {
  const pool = createPostgresPool(url ?? '', { name: 'tenfold test', max: 1, ...LIMITS.request });
  const backend = async () => {
    const slot = await pool.take();
    const [row] = await slot.sql`select pg_backend_pid() as pid`;
    return { slot, pid: Number(row?.['pid']) };
  };
  const { slot, pid } = await backend();
  const damaged = Promise.reject(new DatabaseError('2 places for 3 rows', { code: ROWS_DO_NOT_ADD_UP }));
  await expect(pool.answered(slot, damaged)).rejects.toMatchObject({ code: ROWS_DO_NOT_ADD_UP });
  expect(slot.isOpen()).toBe(false);
  slot.release();
  const next = await backend();
  expect(next.pid).not.toBe(pid);
  next.slot.release();
  await pool.end();
});
