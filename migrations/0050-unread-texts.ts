import { sql, type Kysely } from 'kysely';

const UP = [
  // A text that the model couldn't read, in either of the two ways it was asked (decision 062).
  sql`alter table turns drop constraint turns_learning_check`,
  sql`alter table turns add constraint turns_learning_check check (learning in ('none', 'due', 'waiting', 'done', 'unread'))`,
  sql`create index turns_user_id_unread_text on turns (user_id, created_at) where learning = 'unread'`,
  sql`alter table passages drop constraint passages_learning_check`,
  sql`alter table passages add constraint passages_learning_check check (learning in ('due', 'done', 'skipped', 'unread'))`,
  sql`create index passages_user_id_unread on passages (user_id, source_id) where learning = 'unread'`,
  // The typed answer that a fact is a part of.
  sql`alter table facts add column split_from uuid`,
  sql`create index facts_user_id_split_from on facts (user_id, split_from) where split_from is not null`,
];

const DOWN = [
  sql`drop index facts_user_id_split_from`,
  sql`alter table facts drop column split_from`,
  sql`drop index passages_user_id_unread`,
  sql`update passages set learning = 'skipped' where learning = 'unread'`,
  sql`alter table passages drop constraint passages_learning_check`,
  sql`alter table passages add constraint passages_learning_check check (learning in ('due', 'done', 'skipped'))`,
  sql`drop index turns_user_id_unread_text`,
  sql`update turns set learning = 'done' where learning = 'unread'`,
  sql`alter table turns drop constraint turns_learning_check`,
  sql`alter table turns add constraint turns_learning_check check (learning in ('none', 'due', 'waiting', 'done'))`,
];

/** What a message or passage said isn't dropped if the model can't read it, and a typed answer becomes single facts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of UP) await statement.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const statement of DOWN) await statement.execute(db);
}
