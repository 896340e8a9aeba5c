import { sql, type Kysely } from 'kysely';

/** Files that were added in private, and finding the files of a conversation by its messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sources add column is_private boolean not null default false`.execute(db);
  await sql`
    create index messages_user_id_files on messages (user_id, conversation_id) where source_ids <> '{}'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index messages_user_id_files`.execute(db);
  await sql`alter table sources drop column is_private`.execute(db);
}
