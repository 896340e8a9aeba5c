import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import postgres from 'postgres';
import { inject, test, expect } from 'vitest';
import { userIdSchema } from '#contract/ids.ts';
import { readSourceFiles } from '#tests/architecture/source-files.ts';
import {
  describerOnPglite,
  describerOnPostgres,
  describeStatements,
} from '#tests/support/statements/describe-statements.ts';
import { tablesLockedBy } from '#tests/support/statements/lock-order.ts';
import { normalizeStatement } from '#tests/support/statements/normalize-statement.ts';
import { readStatements } from '#tests/support/statements/statement-files.ts';
import { takeComplaints } from '#tests/support/statements/watch-statements.ts';
import { testDatabase, workerUrl } from '#tests/support/test-database.ts';
import type { Db } from './client.ts';
import { refreshHeartbeats } from './queries/jobs/heartbeats.ts';
import { inTransaction } from './transaction.ts';

/** Some statements have 30,000 characters. */
const SHOWN = 300;

const { db, driver } = await testDatabase();

async function describeAll(texts: readonly string[]) {
  if (driver === 'pglite') {
    const pglite = await PGlite.create({ loadDataDir: new Blob([readFileSync(inject('databaseTemplate'))]) });
    const shapes = await describeStatements(describerOnPglite(pglite), texts);
    await pglite.close();
    return shapes;
  }
  const sql = postgres(workerUrl(), { max: 1, onnotice: () => undefined });
  const shapes = await describeStatements(describerOnPostgres(sql), texts);
  await sql.end();
  return shapes;
}

// While db/statements is written, it is out of date.
test.runIf(process.env['STATEMENTS_FOLDER'] === undefined)(
  'every statement can be prepared, and takes and returns what db/statements says',
  async () => {
    const statements = readStatements();
    const shapes = await describeAll(statements.map(({ text }) => text));
    const wrong = statements.flatMap(({ files, text, parameters, columns }) => {
      const shape = shapes.get(text);
      const where = files.map((file) => `db/queries/${file}`).join(', ');
      if (!shape || shape instanceof Error) return [`${where}: ${shape?.message}\n${text.slice(0, SHOWN)}`];
      const [before, now] = [{ parameters, columns }, shape].map((one) => JSON.stringify(one));
      return before === now
        ? []
        : [`${where}: was ${before}, is ${now}: npm run db:statements\n${text.slice(0, SHOWN)}`];
    });
    expect(wrong).toEqual([]);
  },
);

test('a job that this process doesn’t hold gets no heartbeat', async () => {
  expect(await refreshHeartbeats(db, [{ id: randomUUID(), name: 'push', retryCount: 0 }])).toEqual([]);
});

test('every file of queries that runs statements has some in db/statements', () => {
  const covered = new Set(readStatements().flatMap(({ files }) => files));
  const missing = readSourceFiles(/\.ts$/)
    .filter(
      ({ path, text }) =>
        path.startsWith('db/queries/') && /\.execute(?:TakeFirst(?:OrThrow)?)?\(|compileOnce/.test(text),
    )
    .map(({ path }) => path.slice('db/queries/'.length))
    .filter((file) => !covered.has(file));
  expect(missing).toEqual([]);
});

test.each([
  [
    'rows of an insert',
    'insert into "a" ("b", "c") values ($1, $2), ($3, $4)',
    'insert into "a" ("b", "c") values ($1, $2)',
  ],
  [
    'values of a list',
    'select "a" from "b" where "c" in ($1, $2, $3) and "d" = $4',
    'select "a" from "b" where "c" in ($1) and "d" = $2',
  ],
  [
    'rows with calls',
    "values (f($1, ')'), $2), (f($3, ')'), $4) returning g($5)",
    "values (f($1, ')'), $2) returning g($3)",
  ],
  ['different rows', 'values ($1, default), (default, $2)', 'values ($1, default), (default, $2)'],
])('a statement stays the same for any number of %s', (_, sent, kept) => {
  expect(normalizeStatement(sent)).toBe(kept);
});

const NOBODY = userIdSchema.parse(randomUUID());
const lockUser = (trx: Db) => trx.selectFrom('users').select('id').where('id', '=', NOBODY).forNoKeyUpdate().execute();
const changeProfile = (trx: Db) =>
  trx.updateTable('profiles').set({ full_name: '' }).where('user_id', '=', NOBODY).execute();

test('a transaction that locks a profile before its user is found, and the other way around is welcome', async () => {
  await inTransaction(db, async (trx) => {
    await lockUser(trx);
    await changeProfile(trx);
    await lockUser(trx);
  });
  expect(takeComplaints()).toEqual([]);
  await inTransaction(db, async (trx) => {
    await changeProfile(trx);
    await lockUser(trx);
  });
  expect(takeComplaints()).toEqual([expect.stringContaining('rows of users are locked after rows of profiles')]);
});

test.each([
  ['select "id" from "users" where "id" = $1 for no key update', ['users']],
  ['with a as (select id from users where id = $1 for update) select from a', ['users']],
  ['delete from "users" where "id" = $1', ['users']],
  [
    'insert into "profiles" ("user_id") values ($1) on conflict ("user_id") do update set "full_name" = $2',
    ['profiles'],
  ],
  ['insert into "users" ("id") values ($1)', []],
  ['select from users u join facts f on f.user_id = u.id where f.id in (select id from facts for update)', []],
])('what a statement locks is read from it: %s', (statement, tables) => {
  expect([...tablesLockedBy(statement)]).toEqual(tables);
});
