import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loopTurnsDuring } from '#tests/support/loop-turns.ts';
import { openInMemory, type Database } from './client.ts';
import { inTransaction } from './transaction.ts';

const QUERIES = 200;
let database: Database;
beforeAll(async () => {
  database = await openInMemory();
});
afterAll(() => database.close());

/** A query that computes for about a millisecond. */
const query = (db: Database['db'], value: number) =>
  sql`select ${value}::int as value, count(*) from generate_series(1, 5000)`.execute(db);
const numbers = Array.from({ length: QUERIES }, (_, index) => index);

test.each([
  [
    'that follow one another',
    async () => {
      for (const value of numbers) await query(database.db, value);
    },
  ],
  ['of many requests at once', () => Promise.all(numbers.map((value) => query(database.db, value)))],
  [
    'of a transaction',
    () =>
      inTransaction(database.db, async (trx) => {
        for (const value of numbers) await query(trx, value);
      }),
  ],
])('queries of the embedded database %s let the event loop turn', async (_, work) => {
  expect(await loopTurnsDuring(work)).toBeGreaterThan(5);
});

test('a failing query does not affect the ones queued behind it', async () => {
  const answers = await Promise.allSettled([
    query(database.db, 1),
    sql`select from nowhere`.execute(database.db),
    query(database.db, 2),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
