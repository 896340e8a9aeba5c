import { sql, type Kysely } from 'kysely';

/**
 * A heartbeat that touches no index is written in place. The few streaming turns are found by turns_one_streaming.
 * The figures of the month are read by time, whatever the conversation.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index turns_streaming_heartbeat`.execute(db);
  await sql`create index messages_user_id_created on messages (user_id, created_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index messages_user_id_created`.execute(db);
  await sql`create index turns_streaming_heartbeat on turns (heartbeat_at) where status = 'streaming'`.execute(db);
}
