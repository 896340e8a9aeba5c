import { sql, type Kysely } from 'kysely';

/** Runs of an automation that has only one at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table automation_runs add column exclusive text check (exclusive in ('waits', 'begun'))`.execute(db);
  await sql`
    create index automation_runs_exclusive on automation_runs (user_id, automation_id, due_at, id)
    where exclusive is not null and ended_at is null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index automation_runs_exclusive`.execute(db);
  await sql`alter table automation_runs drop column exclusive`.execute(db);
}
