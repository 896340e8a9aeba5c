import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openInMemory, type Database } from './client.ts';
import { compileOnce } from './compile-once.ts';

let database: Database;
beforeAll(async () => {
  database = await openInMemory();
});
afterAll(() => database.close());

type Values = { text: string; at: Date; ids: readonly string[]; none: string | null };
const MANY = sql.raw(`/* ${'long '.repeat(2_500)} */`);
const echo = compileOnce<Values, { said: string; at: Date; ids: string[]; none: string | null; scans: string }>(
  (db, param) =>
    sql<{ said: string; at: Date; ids: string[]; none: string | null; scans: string }>`
      select ${param('text')}::text as said, ${param('at')}::timestamptz as at, ${param('ids')}::text[] as ids,
        ${param('none')}::text as none, current_setting('enable_seqscan') as scans ${MANY}`.compile(db),
);

const planned = async () =>
  (
    await sql<{ generic: number; custom: number }>`
    select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements where statement like '%enable_seqscan%'`.execute(
      database.db,
    )
  ).rows;

const VALUES: Values = {
  text: `It's "quoted", \\ and $1; select 'more' -- ä 日`,
  at: new Date('2026-11-16T09:00:00.123Z'),
  ids: ['a,b', 'c"d\\e', "f'g", ''],
  none: null,
};

test('a long statement that is compiled once is planned once on the embedded database, whatever its values', async () => {
  for (const text of [VALUES.text, '', 'null']) {
    const [row] = await echo(database.db, { ...VALUES, text });
    expect(row).toEqual({ said: text, at: VALUES.at, ids: VALUES.ids, none: null, scans: 'off' });
  }
  expect(await planned()).toEqual([{ generic: 3, custom: 0 }]);
});

test('planning a long statement once doesn’t change how other statements are planned', async () => {
  await echo(database.db, VALUES);
  const { rows } =
    await sql`select current_setting('enable_seqscan') as scans, current_setting('plan_cache_mode') as mode`.execute(
      database.db,
    );
  expect(rows).toEqual([{ scans: 'on', mode: 'auto' }]);
});

test('text that PostgreSQL can’t store is still rejected', async () => {
  await expect(echo(database.db, { ...VALUES, text: "'\0" })).rejects.toThrow(/invalid byte sequence/);
  expect(await echo(database.db, { ...VALUES, ids: [] })).toMatchObject([{ ids: [] }]);
});
