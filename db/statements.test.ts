import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import postgres from 'postgres';
import { inject, test, expect } from 'vitest';
import type { AssistantId } from '#contract/chat/assistants.ts';
import { userIdSchema } from '#contract/ids.ts';
import {
  describerOnPglite,
  describerOnPostgres,
  describeStatements,
} from '#tests/support/statements/describe-statements.ts';
import { tablesLockedBy } from '#tests/support/statements/lock-order.ts';
import { normalizeStatement } from '#tests/support/statements/normalize-statement.ts';
import { functionsRunning, listQueryFunctions } from '#tests/support/statements/query-functions.ts';
import { mergeUses, sortOut } from '#tests/support/statements/save-statements.ts';
import { readStatements } from '#tests/support/statements/statement-files.ts';
import { createCheck, originOf, takeComplaints } from '#tests/support/statements/watch-statements.ts';
import { testDatabase, workerUrl } from '#tests/support/test-database.ts';
import type { Db } from './client.ts';
import { forgetOldVersions } from './queries/automations/automations-changes.ts';
import { listPastSources, listPastTurns } from './queries/automations/past-events.ts';
import { isStepDone } from './queries/automations/run-steps.ts';
import { listUnreachableAccounts } from './queries/identity/accounts.ts';
import { isJobRunning } from './queries/jobs/job-overview.ts';
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
const testFiles = test.runIf(process.env['STATEMENTS_FOLDER'] === undefined);

testFiles('every statement can be prepared, and takes and returns what db/statements says', async () => {
  const statements = readStatements();
  const shapes = await describeAll(statements.map(({ text }) => text));
  const wrong = statements.flatMap(({ origins, text, parameters, columns }) => {
    const shape = shapes.get(text);
    const where = origins.join(', ');
    if (!shape || shape instanceof Error) return [`${where}: ${shape?.message}\n${text.slice(0, SHOWN)}`];
    const [before, now] = [{ parameters, columns }, shape].map((one) => JSON.stringify(one));
    return before === now ? [] : [`${where}: was ${before}, is ${now}: npm run db:statements\n${text.slice(0, SHOWN)}`];
  });
  expect(wrong).toEqual([]);
});

const NOBODY = userIdSchema.parse(randomUUID());
const AUTOMATION = { userId: NOBODY, automationId: randomUUID() };
const turnsOf = (on: 'conversation' | 'answer', assistantId: AssistantId | null) =>
  listPastTurns(db, { userId: NOBODY, on, assistantId, limit: 1 });

// Queries that no other test runs, or not in each of their forms.
test.each<[string, () => Promise<unknown>, unknown]>([
  [
    'heartbeats of jobs that others hold',
    () => refreshHeartbeats(db, [{ id: randomUUID(), name: 'push', retryCount: 0 }]),
    [],
  ],
  ['whether an unknown job runs', () => isJobRunning(db, randomUUID()), false],
  [
    'whether a step of an unknown run is done',
    () => isStepDone(db, { userId: NOBODY, runId: randomUUID() }, 'step'),
    false,
  ],
  ['versions of an unknown automation', () => forgetOldVersions(db, AUTOMATION, 1), undefined],
  ['accounts that emails can’t reach', () => listUnreachableAccounts(db), []],
  ['sources of nobody', () => listPastSources(db, NOBODY, 1), []],
  ['answers to nobody', () => turnsOf('answer', null), []],
  ['answers of a teammate to nobody', () => turnsOf('answer', 'seomi'), []],
  ['conversations of nobody', () => turnsOf('conversation', null), []],
  ['conversations of nobody with a teammate', () => turnsOf('conversation', 'seomi'), []],
])('a query finds nothing that isn’t there: %s', async (_, query, nothing) => {
  expect(await query()).toEqual(nothing);
});

testFiles('every query function has its statements in db/statements', () => {
  const covered = new Set(readStatements().flatMap(({ origins }) => origins));
  expect(listQueryFunctions().filter((name) => !covered.has(name))).toEqual([]);
});

test('query functions are those that files export and that run statements, also through a helper', () => {
  const source = [
    'const hot = compileOnce<Keys, Row>((db) => db);',
    '/** Not the same as helper. */',
    'export const textOf = (row: Row) => row.text;',
    'async function helper(',
    '  db: Db,',
    '): Promise<void> {',
    "  await db.selectFrom('facts').executeTakeFirst();",
    '}',
    'export const first = (db: Db) => helper(db);',
    'export async function* second(db: Db) {',
    '  yield* hot(db, {});',
    '}',
  ].join('\n');
  expect(functionsRunning(source)).toEqual(['first', 'second']);
});

test('a statement belongs to the exported function of queries that asked for it', () => {
  const stack = [
    { file: '/app/node_modules/kysely/dist/raw-builder.js', name: 'execute' },
    { file: '/app/db/queries/brain/facts.ts', name: null },
    { file: '/app/db/run-search.ts', name: 'runSearch' },
    { file: '/app/db/queries/brain/facts.ts', name: 'helper' },
    { file: '/app/db/queries/brain/facts.ts', name: 'countLiveFacts' },
    { file: '/app/server/modules/brain/brain.service.ts', name: 'listBrain' },
  ];
  expect(originOf(stack)).toBe('brain/facts.ts countLiveFacts');
  expect(originOf(stack.filter(({ file }) => !file.includes('queries')))).toBeNull();
});

test('an unknown statement is found in a query even if a test ran it first, and is named once', () => {
  const origins = [null, 'brain/facts.ts listFacts'];
  const check = createCheck(new Set(['select $1']), () => origins.shift() ?? null);
  expect([check('select $1'), check('select 2')]).toEqual([null, null]);
  expect(check('select 2')).toContain('listFacts of db/queries/brain/facts.ts runs a statement');
  expect(check('select 2')).toBeNull();
});

const [LIST, COUNT, GONE] = ['brain/facts.ts listFacts', 'brain/facts.ts countLiveFacts', 'brain/facts.ts gone'];
const SHAPE = { parameters: ['uuid'], columns: ['id uuid'] };
const SAVED = [
  { origins: [LIST], text: 'select before', ...SHAPE },
  { origins: [LIST, COUNT], text: 'select rare', ...SHAPE },
  { origins: [GONE], text: 'select gone', ...SHAPE },
];
const SEEN = [{ origin: LIST, text: 'select now' }];
const exists = (origin: string) => origin !== GONE;

test('after a whole run without a failure, a function keeps only what it ran, and one that didn’t run keeps all', () => {
  expect([...mergeUses(SAVED, SEEN, { isComplete: true, exists })]).toEqual([
    ['select now', [LIST]],
    ['select rare', [COUNT]],
  ]);
});

test('after a run of some tests, or with a failure, every function keeps what it has on file', () => {
  expect([...mergeUses(SAVED, SEEN, { isComplete: false, exists })]).toEqual([
    ['select now', [LIST]],
    ['select before', [LIST]],
    ['select rare', [COUNT, LIST]],
  ]);
});

test('a statement that can’t be prepared is reported and stays, unless what ran it runs another now', () => {
  const error = new Error('no such column');
  const uses = mergeUses(SAVED, SEEN, { isComplete: false, exists });
  const shapes = new Map([...uses.keys()].map((text) => [text, text === 'select now' ? SHAPE : error]));
  expect(sortOut(uses, { saved: SAVED, seen: SEEN, shapes })).toEqual({
    statements: [{ origins: [LIST], text: 'select now', ...SHAPE }, SAVED[1]],
    broken: [`${COUNT}, ${LIST}: no such column: select rare`],
  });
  const seen = sortOut(uses, { saved: SAVED, seen: SEEN, shapes: new Map([['select now', error]]) });
  expect(seen.broken).toHaveLength(2);
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
  ['select from sessions s join users u on u.id = s.user_id where s.id = $1 for update of u', ['users']],
  ['select from sessions s join users u on u.id = s.user_id where s.id = $1 for update of s', []],
  ['select from sessions s join users u on u.id = s.user_id for no key update', ['users']],
  ['select from users where not exists (select from facts where selected = id) for update', ['users']],
  ['select from users u join facts f on f.user_id = u.id where f.id in (select id from facts for update)', []],
])('what a statement locks is read from it: %s', (statement, tables) => {
  expect([...tablesLockedBy(statement)]).toEqual(tables);
});
