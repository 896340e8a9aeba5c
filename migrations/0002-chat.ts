import { sql, type Kysely } from 'kysely';

const statements = [
  sql`create table conversations (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    assistant_type text not null check (assistant_type in (
      'brain_ai', 'seomi', 'emmie', 'soshie', 'cassie', 'milli', 'landa', 'viddy', 'opsie', 'finny',
      'content_writer', 'code_helper', 'data_analyst', 'marketing_expert', 'research_assistant')),
    title text not null check (length(title) between 1 and 200),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    deleted_at timestamptz,
    unique (user_id, id)
  )`,
  sql`create index conversations_user_id_assistant_updated on conversations (user_id, assistant_type, updated_at desc) where deleted_at is null`,
  sql`create table messages (
    id uuid primary key,
    user_id uuid not null,
    conversation_id uuid not null,
    role text not null check (role in ('user', 'assistant')),
    content text not null,
    created_at timestamptz not null,
    unique (user_id, id),
    foreign key (user_id, conversation_id) references conversations (user_id, id) on delete cascade
  )`,
  sql`create index messages_user_id_conversation_created on messages (user_id, conversation_id, created_at)`,
  sql`create table turns (
    id uuid not null,
    user_id uuid not null,
    conversation_id uuid not null,
    question_id uuid not null,
    answer_id uuid not null,
    month_year text not null check (month_year ~ '^[0-9]{4}-[0-9]{2}$'),
    status text not null check (status in ('streaming', 'complete', 'stopped', 'interrupted', 'failed')),
    failure text check (failure in ('error', 'quota', 'network', 'timeout')),
    stop_requested boolean not null default false,
    heartbeat_at timestamptz not null,
    created_at timestamptz not null,
    settled_at timestamptz,
    primary key (user_id, id),
    unique (user_id, answer_id),
    foreign key (user_id, conversation_id) references conversations (user_id, id) on delete cascade,
    foreign key (user_id, question_id) references messages (user_id, id) on delete cascade,
    foreign key (user_id, answer_id) references messages (user_id, id) on delete cascade,
    check ((status = 'streaming') = (settled_at is null)),
    check ((status = 'failed') = (failure is not null))
  )`,
  sql`create unique index turns_one_streaming on turns (user_id, conversation_id) where status = 'streaming'`,
  sql`create index turns_streaming_heartbeat on turns (heartbeat_at) where status = 'streaming'`,
  sql`create index turns_user_id_conversation on turns (user_id, conversation_id)`,
  sql`create index turns_user_id_question on turns (user_id, question_id)`,
  sql`create table message_feedback (
    user_id uuid not null,
    message_id uuid not null,
    rating text not null check (rating in ('up', 'down')),
    reason text not null default '' check (length(reason) <= 500),
    updated_at timestamptz not null,
    primary key (user_id, message_id),
    foreign key (user_id, message_id) references messages (user_id, id) on delete cascade
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['message_feedback', 'turns', 'messages', 'conversations']) {
    await sql`drop table ${sql.table(table)}`.execute(db);
  }
}
