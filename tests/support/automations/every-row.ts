import { sql } from 'kysely';
import type { TestApp } from '#tests/support/test-app.ts';

/** All rows of all tables, by table, except those in `without`; of deferred work, those of other queues than `queue`. */
export async function everyRow(
  { db }: Pick<TestApp, 'db'>,
  { without, queue = '' }: { without: ReadonlySet<string>; queue?: string },
): Promise<Record<string, unknown>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const found: Record<string, unknown> = {};
  for (const { name } of tables.filter((table) => !without.has(table.name))) {
    const isWanted = name === 'scheduled_jobs' ? sql`where t.queue <> ${queue}` : sql``;
    const { rows } = await sql<{ all: unknown }>`
      select coalesce(json_agg(to_jsonb(t) order by to_jsonb(t)::text), '[]') as all from ${sql.table(name)} t ${isWanted}`.execute(
      db,
    );
    found[name] = rows[0]?.all;
  }
  return found;
}
