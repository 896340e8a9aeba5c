import { sql, type Kysely } from 'kysely';

const statements = [
  sql`create table facts (
    id uuid not null,
    user_id uuid not null references users (id) on delete cascade,
    number integer not null check (number > 0),
    kind text not null check (kind in ('product', 'policy', 'voice', 'customer', 'people', 'date')),
    subject text not null check (length(subject) between 1 and 80),
    value text not null default '' check (length(value) <= 60),
    statement text not null check (length(statement) between 1 and 300),
    state text not null check (state in ('suggested', 'confirmed', 'conflict', 'superseded', 'forgotten')),
    source text not null check (source in ('typed', 'message')),
    quote text not null default '' check (length(quote) <= 300),
    question text not null default '' check (length(question) <= 120),
    assistant_type text,
    conversation_id uuid,
    message_id uuid,
    learned_at timestamptz not null,
    valid_from text check (valid_from ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
    valid_until text check (valid_until ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
    is_pinned boolean not null default false,
    superseded_by uuid,
    conflict_id uuid,
    words tsvector not null,
    primary key (user_id, id),
    constraint facts_number unique (user_id, number),
    constraint facts_conflict_check check ((state = 'conflict') = (conflict_id is not null)),
    constraint facts_superseded_check check (superseded_by is null or state = 'superseded')
  )`,
  sql`create index facts_user_id_kind on facts (user_id, kind, number desc)`,
  sql`create index facts_user_id_message on facts (user_id, conversation_id, message_id) where message_id is not null`,
  sql`create index facts_user_id_pinned on facts (user_id) where is_pinned`,
  sql`create index facts_user_id_conflict on facts (user_id, conflict_id) where conflict_id is not null`,
  sql`create index facts_user_id_superseded_by on facts (user_id, superseded_by) where superseded_by is not null`,
  sql`create index facts_words on facts using gin (words)`,
  sql`alter table profiles
    add column learns_from_chats boolean not null default true,
    add column facts_numbered integer not null default 0`,
  sql`alter table conversations add column is_private boolean not null default false`,
  sql`alter table turns
    add column learning text not null default 'none' check (learning in ('none', 'due', 'done')),
    add column offered_facts uuid[] not null default '{}',
    add column command_note text`,
];

const undo = [
  sql`alter table turns drop column command_note, drop column offered_facts, drop column learning`,
  sql`alter table conversations drop column is_private`,
  sql`alter table profiles drop column facts_numbered, drop column learns_from_chats`,
  sql`drop table facts`,
];

/** What is known about each business (decision 028). Existing messages are not learned from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const statement of undo) await statement.execute(db);
}
