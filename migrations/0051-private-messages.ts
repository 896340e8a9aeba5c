import { sql, type Kysely } from 'kysely';

const statements = [
  sql`alter table messages add column is_private boolean not null default false`,
  // We don't know which conversations were private before.
  sql`update messages m set is_private = true from conversations c
    where c.user_id = m.user_id and c.id = m.conversation_id and c.is_private`,
  sql`create index messages_user_id_private on messages (user_id, conversation_id) where is_private`,
  sql`alter table facts add column is_shareable boolean not null default false`,
];

const undo = [
  sql`alter table facts drop column is_shareable`,
  sql`drop index messages_user_id_private`,
  sql`alter table messages drop column is_private`,
];

/**
 * Privacy belongs to the message, and a guest Wi-Fi or bank account may be okay to share with the team (decision 063).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const statement of undo) await statement.execute(db);
}
