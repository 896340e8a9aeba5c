import { sql, type Kysely } from 'kysely';

/** The master keys that this database has been used with, so that a start with another one is noticed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table app_secrets (
    check_value text primary key check (length(check_value) = 64),
    first_used_at timestamptz not null default now()
  )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table app_secrets`.execute(db);
}
