import { sql, type Kysely } from 'kysely';

const UP = [
  sql`alter table automation_runs add column kept_bytes bigint not null default 0 check (kept_bytes >= 0)`,
  sql`alter table automation_runs add column values_deleted_at timestamptz`,
  sql`update automation_runs r set kept_bytes = pg_column_size(input) + (
    select coalesce(sum(pg_column_size(s.input) + pg_column_size(s.output)), 0)
    from automation_run_steps s where s.user_id = r.user_id and s.run_id = r.id)`,
  sql`create index automation_runs_kept on automation_runs (user_id, ended_at, id) include (kept_bytes) where kept_bytes > 0`,
];

/** How much the values of each run take up, so that those of the oldest ones can be deleted to make room. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of UP) await statement.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index automation_runs_kept`.execute(db);
  await sql`alter table automation_runs drop column values_deleted_at`.execute(db);
  await sql`alter table automation_runs drop column kept_bytes`.execute(db);
}
