import { sql, type Kysely } from 'kysely';

/** The few deleted conversations, so that removing the old ones reads no others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index conversations_user_id_deleted on conversations (user_id, deleted_at) where deleted_at is not null`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index conversations_user_id_deleted`.execute(db);
}
