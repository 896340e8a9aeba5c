import { sql, type Kysely } from 'kysely';

/** What a document has that wasn't read, such as hidden sheets, so that its owner is told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sources add column left_out jsonb not null default '{}'
    check (jsonb_typeof(left_out) = 'object' and octet_length(left_out::text) <= 1000)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sources drop column left_out`.execute(db);
}
