import { sql, type Kysely } from 'kysely';

/** A cookie marks browsers that have passed the second factor. Raising this number invalidates earlier cookies. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column browser_generation integer not null default 0`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users drop column browser_generation`.execute(db);
}
