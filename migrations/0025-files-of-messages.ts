import { sql, type Kysely } from 'kysely';

/** Which files came with a question. Their sources may be removed since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages
    add column source_ids uuid[] not null default '{}' check (cardinality(source_ids) <= 5)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages drop column source_ids`.execute(db);
}
