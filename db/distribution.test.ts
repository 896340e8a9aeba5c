import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openInMemory, type Database, type Db } from './client.ts';
import { listDistributedTables, listDistributionProblems, partitionByUser, REFERENCE_TABLES } from './distribution.ts';

const databases: Database[] = [];
async function opened(): Promise<Database> {
  const database = await openInMemory(new Blob([readFileSync(inject('databaseTemplate'))]));
  databases.push(database);
  return database;
}
let db: Db;
beforeAll(async () => {
  db = (await opened()).db;
});
afterAll(() => Promise.all(databases.map((database) => database.close())));

class RolledBack extends Error {}

/** Runs `work` in a transaction that leaves nothing behind. */
async function inRolledBack(work: (trx: Db) => Promise<void>): Promise<void> {
  const outcome = db.transaction().execute(async (trx) => {
    await work(trx);
    throw new RolledBack();
  });
  await expect(outcome).rejects.toBeInstanceOf(RolledBack);
}

const OWNED = 'create table planted (user_id uuid not null, id uuid not null, primary key (user_id, id))';

/** What would be wrong, a change to the schema that brings it about, and the sentence that says so. */
const VIOLATIONS: [string, string, string][] = [
  [
    'a table without an owner',
    'create table planted (id uuid primary key)',
    'planted has no user_id and is not listed as a reference table',
  ],
  ['a table without a primary key', 'create table planted (user_id uuid not null)', 'planted has no primary key'],
  ['an owner of another type', 'create table planted (user_id text primary key)', 'planted.user_id is not a uuid'],
  [
    'an owner that can be missing',
    'alter table turns drop constraint turns_pkey, alter column user_id drop not null',
    'turns.user_id can be null',
  ],
  [
    'a primary key without the owner',
    'create table planted (user_id uuid not null, id uuid primary key)',
    'the unique index planted_pkey does not begin with user_id',
  ],
  [
    'a unique index without the owner',
    `${OWNED}; create unique index planted_id on planted (id)`,
    'the unique index planted_id does not begin with user_id',
  ],
  [
    'a unique index whose owner comes second',
    `${OWNED}; create unique index planted_id on planted (id, user_id) where id is not null`,
    'the unique index planted_id does not begin with user_id',
  ],
  [
    'an exclusion constraint without the owner',
    `${OWNED}; alter table planted add constraint planted_no_overlap exclude using hash (id with =)`,
    'the exclusion constraint planted_no_overlap does not begin with user_id',
  ],
  [
    'a foreign key without the owner',
    `${OWNED}; alter table planted add constraint planted_wrong foreign key (id) references users (id)`,
    'the foreign key planted_wrong does not begin with user_id on both sides',
  ],
  [
    'a foreign key whose owner comes second',
    `${OWNED}; alter table planted add constraint planted_wrong foreign key (id, user_id) references messages (user_id, id)`,
    'the foreign key planted_wrong does not begin with user_id on both sides',
  ],
  [
    'a foreign key that removes the owner',
    `${OWNED}; alter table planted add constraint planted_wrong foreign key (user_id) references users (id) on delete set null`,
    'the foreign key planted_wrong would change user_id',
  ],
  [
    'a foreign key that changes the owner',
    `${OWNED}; alter table planted add constraint planted_wrong foreign key (user_id) references users (id) on update cascade`,
    'the foreign key planted_wrong would change user_id',
  ],
  [
    'a foreign key from a reference table',
    'alter table identities add constraint planted_wrong foreign key (user_id) references profiles (user_id)',
    'the foreign key planted_wrong leads from a reference table to a distributed one',
  ],
  [
    'a trigger',
    `create function planted() returns trigger language plpgsql as 'begin return new; end';
     create trigger planted before insert on turns for each row execute function planted()`,
    'turns has the trigger planted',
  ],
  [
    'a table that inherits',
    `${OWNED}; create table planted_child (primary key (user_id, id)) inherits (planted)`,
    'planted_child inherits from another table',
  ],
  [
    'numbers that run out',
    'create table planted (user_id uuid not null, number serial, primary key (user_id, number))',
    'planted.number takes its numbers from a sequence and is not a bigint',
  ],
  [
    'a reference table that is gone',
    'drop table signing_keys',
    'signing_keys is listed as a reference table and does not exist',
  ],
];

describe('the schema can be spread over machines by owner', () => {
  test('because every table follows the rules for that', async () => {
    expect(await listDistributionProblems(db)).toEqual([]);
    expect((await listDistributedTables(db)).length).toBeGreaterThan(20);
  });

  test('and the commands for that are documented for every table, referenced ones first', async () => {
    const commands = [
      ...Object.keys(REFERENCE_TABLES).map((name) => `    select create_reference_table('${name}');`),
      ...(await listDistributedTables(db)).map((name) => `    select create_distributed_table('${name}', 'user_id');`),
    ];
    const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'growth.md'), 'utf8');
    expect(page.split('\n').filter((line) => line.startsWith('    select create_'))).toEqual(commands);
  });

  test.each(VIOLATIONS)('and %s would break them', async (_, change, problem) => {
    await inRolledBack(async (trx) => {
      for (const statement of change.split(/;\s+(?=create|alter)/)) await sql.raw(statement).execute(trx);
      expect(await listDistributionProblems(trx)).toContain(problem);
    });
  });
});

describe('split into partitions by owner', () => {
  /** Keys and indexes with their names; of a foreign key, PostgreSQL lists a copy for each partition, too. */
  const definitions = async (from: Db) => {
    const { rows } = await sql<{ definition: string }>`
      select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as definition from pg_constraint
      where connamespace = current_schema()::regnamespace and conparentid = 0
      union all select replace(indexdef, ' ON ONLY ', ' ON ') from pg_indexes where schemaname = current_schema()
      order by definition`.execute(from);
    return rows.map(({ definition }) => definition);
  };

  test('it keeps its rows, and every key and index by name', async () => {
    const split = (await opened()).db;
    const before = await definitions(split);
    const id = randomUUID();
    await sql`insert into users (id, email, email_lower, created_at) values (${id}, 'm@k.example', 'm@k.example', now())`.execute(
      split,
    );
    await sql`insert into profiles (user_id, full_name, updated_at) values (${id}, 'Maya', now())`.execute(split);
    await partitionByUser(split, 3);
    expect(await definitions(split)).toEqual(before);
    expect(before.length).toBeGreaterThan(100);
    expect(await listDistributionProblems(split)).toEqual([]);
    const { rows } = await sql`select full_name from profiles where user_id = ${id}`.execute(split);
    expect(rows).toEqual([{ full_name: 'Maya' }]);
    const { rows: parts } = await sql`select from pg_tables where schemaname = 'partitions'`.execute(split);
    expect(parts).toHaveLength(3 * (await listDistributedTables(split)).length);
  });
});
