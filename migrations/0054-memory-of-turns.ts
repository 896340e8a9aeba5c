import { sql, type Kysely } from 'kysely';

/** What a turn did about what the team knows: remembered, corrected, forgot, or asked its owner about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table turns add column memory jsonb`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table turns drop column memory`.execute(db);
}
