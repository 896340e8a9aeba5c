import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { openInMemory, type Database, type Db } from './client.ts';
import { generateTypes } from './generate-types.ts';
import { migrateDown, migrateStep, migrateToLatest } from './migrate.ts';

const root = join(import.meta.dirname, '..');
const open: Database[] = [];
async function opened(template?: Blob): Promise<Db> {
  const database = await openInMemory(template);
  open.push(database);
  return database.db;
}
const fresh = () => opened();
/** What all migrations make, as the suite made it once: opening it is quicker than making it again. */
const migrated = () => opened(new Blob([readFileSync(inject('databaseTemplate'))]));
afterEach(async () => {
  await Promise.all(open.splice(0).map((database) => database.close()));
});

/** Everything a schema is: columns, constraints and indexes, as PostgreSQL writes them down. */
async function catalogue(db: Db) {
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
  test('that people read is the one that the migrations make', async () => {
    const made = await catalogue(await migrated());
    expect(made.columns.length).toBeGreaterThan(50);
    expect(await catalogue(await readable())).toEqual(made);
  });

  test('has types that are current', async () => {
    expect(await generateTypes(await migrated())).toBe(readFileSync(join(root, 'db', 'types.gen.ts'), 'utf8'));
  });

  test('begins every index of a person’s data with the owner', async () => {
    const { columns, indexes } = await catalogue(await migrated());
    const owned = new Set(
      (columns as { table_name: string; column_name: string }[])
        .filter((column) => column.column_name === 'user_id')
        .map((column) => column.table_name),
    ); // reason: raw catalogue rows
    // Looked up by their secret or their own id, or swept over everybody.
    const spanning = new Set(
      `sessions_pkey conversations_pkey messages_pkey email_links_pkey oauth_attempts_pkey identities_pkey passkeys_pkey
      passkey_challenges_pkey refresh_tokens_pkey security_events_happened_at stripe_customers_pkey notices_to_mail usage_receipts_others
      subscriptions_refunds profiles_trial_ends_at`.split(/\s+/),
    );
    const wrong = indexes.filter(
      (index) => owned.has(index.tablename) && !spanning.has(index.indexname) && !/\(user_id[,)]/.test(index.indexdef),
    );
    expect(owned.size).toBeGreaterThan(6);
    expect(wrong).toEqual([]);
  });
});

describe('the migrations', () => {
  test('each take back what they made, and run again after it', async () => {
    const db = await fresh();
    const states = [await catalogue(db)];
    while (await migrateStep(db, 'up')) states.push(await catalogue(db));
    expect(states.length).toBeGreaterThan(3);
    for (const state of states.toReversed().slice(1)) {
      await migrateStep(db, 'down');
      expect(await catalogue(db)).toEqual(state);
    }
    await migrateToLatest(db);
    expect(await catalogue(db)).toEqual(states.at(-1));
    await migrateDown(db);
    expect(await catalogue(db)).toEqual(states[0]);
  });

  test('do nothing the second time', async () => {
    expect(await migrateToLatest(await migrated())).toEqual([]);
  });
});
