import { sql, type Kysely } from 'kysely';

const statements = [
  sql`create table answer_preferences (
    user_id uuid not null references users (id) on delete cascade,
    id uuid not null,
    change_id uuid not null,
    assistant_type text,
    setting text not null check (setting in ('length', 'emojis', 'sign_off', 'avoided_word', 'sentence')),
    value text not null check (length(value) <= 200),
    source text not null check (source in ('typed', 'message')),
    said_to text,
    conversation_id uuid,
    set_at timestamptz not null,
    ended_at timestamptz,
    ended_by uuid,
    prompt text not null default '' check (length(prompt) <= 100),
    primary key (user_id, id),
    constraint answer_preferences_ended_check check (ended_by is null or ended_at is not null)
  )`,
  sql`create index answer_preferences_user_id_current on answer_preferences (user_id, assistant_type) where ended_at is null`,
];

/** How an owner wants answers to be written, for everyone or for one teammate (decision 064). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table answer_preferences`.execute(db);
}
