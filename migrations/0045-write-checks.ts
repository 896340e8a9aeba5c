import { sql, type Kysely } from 'kysely';

/** What /health/ready writes now and then, to learn whether the database takes writes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table write_checks (
    id integer primary key check (id = 1),
    checked_at timestamptz not null
  )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table write_checks`.execute(db);
}
