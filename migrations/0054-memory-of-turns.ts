import { sql, type Kysely } from 'kysely';

/** A turn's changes to the team's knowledge: what it remembered, corrected, forgot, or asked the owner about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table turns add column memory jsonb`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table turns drop column memory`.execute(db);
}
