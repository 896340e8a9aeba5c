import { sql, type Kysely } from 'kysely';

/** The parts of a document that weren't read, such as hidden sheets, so that we can tell its owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sources add column left_out jsonb not null default '{}'
    check (jsonb_typeof(left_out) = 'object' and octet_length(left_out::text) <= 1000)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sources drop column left_out`.execute(db);
}
