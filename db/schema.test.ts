import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { openInMemory, type Database, type Db } from './client.ts';
import { REFERENCE_TABLES } from './distribution.ts';
import { generateTypes } from './generate-types.ts';
import { migrateStep, migrateToLatest } from './migrate.ts';

const root = join(import.meta.dirname, '..');
const open: Database[] = [];
async function opened(template?: Blob): Promise<Db> {
  const database = await openInMemory(template);
  open.push(database);
  return database.db;
}
const fresh = () => opened();
/** The migrated database that the suite created once: opening it is faster than migrating again. */
const migrated = () => opened(new Blob([readFileSync(inject('databaseTemplate'))]));
afterEach(async () => {
  await Promise.all(open.splice(0).map((database) => database.close()));
});

/** Everything in a schema: columns, constraints and indexes, in PostgreSQL's own notation. */
async function catalog(db: Db) {
  const { rows: columns } = await sql`
    select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely_%' order by table_name, ordinal_position`.execute(db);
  const { rows: constraints } = await sql`
    select conrelid::regclass::text as "table", conname, pg_get_constraintdef(oid) as definition from pg_constraint
    where connamespace = 'public'::regnamespace and conrelid::regclass::text not like 'kysely_%' and contype <> 'n' order by 1, 2`.execute(
    db,
  );
  const { rows: indexes } = await sql<{ tablename: string; indexname: string; indexdef: string }>`
    select tablename, indexname, indexdef from pg_indexes where schemaname = 'public' and tablename not like 'kysely_%' order by 1, 2`.execute(
    db,
  );
  return { columns, constraints, indexes };
}

async function readable(): Promise<Db> {
  const db = await fresh();
  const text = readFileSync(join(root, 'drizzle-free-schema.sql'), 'utf8').replace(/--.*$/gm, '');
  for (const statement of text.split(';').filter((part) => part.trim() !== '')) await sql.raw(statement).execute(db);
  return db;
}

describe('the schema', () => {
  test('in the readable file is the one the migrations produce', async () => {
    const made = await catalog(await migrated());
    expect(made.columns.length).toBeGreaterThan(50);
    expect(await catalog(await readable())).toEqual(made);
  });

  test('has up-to-date generated types', async () => {
    expect(await generateTypes(await migrated())).toBe(readFileSync(join(root, 'db', 'types.gen.ts'), 'utf8'));
  });

  test('begins every index of a person’s data with the owner', async () => {
    const { columns, indexes } = await catalog(await migrated());
    const owned = new Set(
      (columns as { table_name: string; column_name: string }[])
        .filter((column) => column.column_name === 'user_id' && !(column.table_name in REFERENCE_TABLES))
        .map((column) => column.table_name),
    ); // reason: raw catalog rows
    // Swept over everybody. Each word that the indexes of words hold begins with its owner.
    const spanning = new Set(
      'security_events_happened_at notices_created_at usage_receipts_reserved profiles_trial_ends_at facts_beginning facts_ending_in_conflict messages_words facts_words passages_words sources_deleted_at sources_refresh_due_at source_files_unfinished own_templates_deleted_at template_uses_used_at automations_deleted_at automation_runs_created_at budget_use_of_day'.split(
        ' ',
      ),
    );
    const wrong = indexes.filter(
      (index) => owned.has(index.tablename) && !spanning.has(index.indexname) && !/\(user_id[,)]/.test(index.indexdef),
    );
    expect(owned.size).toBeGreaterThan(6);
    expect(wrong).toEqual([]);
    const ofLeases = indexes.filter(({ indexdef }) => indexdef.includes('lease_expires_at'));
    expect(ofLeases, 'a lease is renewed every second, in place').toEqual([]);
  });
});

describe('the migrations', () => {
  // Runs all migrations up, down and up again, which takes seconds even on an idle machine.
  test('can each be rolled back and applied again', { timeout: 60_000 }, async () => {
    const db = await fresh();
    // A column that comes back is the last of its table.
    const unordered = async () => {
      const { columns, ...rest } = await catalog(db);
      return { ...rest, columns: columns.map((column) => JSON.stringify(column)).toSorted() };
    };
    const states = [await unordered()];
    while (await migrateStep(db, 'up')) states.push(await unordered());
    expect(states.length).toBeGreaterThan(3);
    for (const state of states.toReversed().slice(1)) {
      await migrateStep(db, 'down');
      expect(await unordered()).toEqual(state);
    }
    await migrateToLatest(db);
    expect(await unordered()).toEqual(states.at(-1));
  });

  test('do nothing when run a second time', async () => {
    expect(await migrateToLatest(await migrated())).toEqual([]);
  });
});
