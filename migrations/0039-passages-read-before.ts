import { sql, type Kysely } from 'kysely';

const UP = [
  sql`alter table passages drop constraint passages_learning_check`,
  sql`alter table passages add constraint passages_learning_check check (learning in ('due', 'done', 'skipped'))`,
  sql`create index passages_user_id_text on passages (user_id, md5(text))`,
];

const DOWN = [
  sql`drop index passages_user_id_text`,
  sql`update passages set learning = 'done' where learning = 'skipped'`,
  sql`alter table passages drop constraint passages_learning_check`,
  sql`alter table passages add constraint passages_learning_check check (learning in ('due', 'done'))`,
];

/** Finds passages that have been read for facts before, and tells them from those that were left out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of UP) await statement.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const statement of DOWN) await statement.execute(db);
}
