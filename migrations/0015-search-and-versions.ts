import { sql, type Kysely } from 'kysely';

/** Each word stands behind the first eight digits of its owner's id, so that one person's words are one part of the index. */
const words = sql`array_to_tsvector(array(
  select distinct left(user_id::text, 8) || left(lexeme, 60)
  from unnest(tsvector_to_array(to_tsvector('simple', left(content, 100000)))) as lexeme))`;

const statements = [
  sql`alter table messages add column words tsvector, add column is_replaced boolean not null default false`,
  sql`update messages set words = ${words}`,
  sql`create index messages_words on messages using gin (words)`,
  sql`alter table turns
    add column version_of uuid,
    add column is_unread boolean not null default false`,
  sql`create index turns_user_id_versions on turns (user_id, conversation_id, version_of) where version_of is not null`,
  sql`create index turns_user_id_unread on turns (user_id, conversation_id) where is_unread`,
  sql`drop index conversations_user_id_assistant_updated`,
  sql`create index conversations_user_id_assistant_updated on conversations (user_id, assistant_type, updated_at desc, id desc)
    where deleted_at is null`,
  sql`create index conversations_user_id_updated on conversations (user_id, updated_at desc, id desc) where deleted_at is null`,
];

const undo = [
  sql`drop index conversations_user_id_updated`,
  sql`drop index conversations_user_id_assistant_updated`,
  sql`create index conversations_user_id_assistant_updated on conversations (user_id, assistant_type, updated_at desc)
    where deleted_at is null`,
  sql`alter table turns drop column is_unread, drop column version_of`,
  // Without versions, only the one that is shown can stay.
  sql`delete from messages where is_replaced`,
  sql`alter table messages drop column is_replaced, drop column words`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const statement of undo) await statement.execute(db);
}
