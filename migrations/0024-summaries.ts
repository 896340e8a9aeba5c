import { sql, type Kysely } from 'kysely';

const statements = [
  sql`create table conversation_summaries (
    user_id uuid not null,
    conversation_id uuid not null,
    text text not null default '' check (length(text) <= 1200),
    covers_until timestamptz,
    revision integer not null check (revision > 0),
    primary key (user_id, conversation_id),
    foreign key (user_id, conversation_id) references conversations (user_id, id) on delete cascade,
    constraint conversation_summaries_check check ((text = '') = (covers_until is null))
  )`,
  sql`alter table facts add column has_begun boolean not null default false`,
  sql`create index facts_beginning on facts (valid_from)
    where valid_from is not null and not has_begun and state in ('suggested', 'confirmed', 'conflict')`,
  sql`create index facts_ending_in_conflict on facts (valid_until) where conflict_id is not null and valid_until is not null`,
  sql`alter table turns
    drop constraint turns_learning_check,
    add constraint turns_learning_check check (learning in ('none', 'due', 'waiting', 'done'))`,
  sql`create index turns_user_id_waiting on turns (user_id, created_at) where learning = 'waiting'`,
];

const undo = [
  sql`drop index turns_user_id_waiting`,
  sql`update turns set learning = 'due' where learning = 'waiting'`,
  sql`alter table turns
    drop constraint turns_learning_check,
    add constraint turns_learning_check check (learning in ('none', 'due', 'done'))`,
  sql`drop index facts_ending_in_conflict`,
  sql`drop index facts_beginning`,
  sql`alter table facts drop column has_begun`,
  sql`drop table conversation_summaries`,
];

/** Summaries of what a conversation's earlier messages said, facts that begin or end on a day, and messages that wait for room (decision 032). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const statement of undo) await statement.execute(db);
}
