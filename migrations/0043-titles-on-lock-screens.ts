import { sql, type Kysely } from 'kysely';

/** Whether a browser's notifications show titles. Until its owner says so, they show only who has news. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table push_subscriptions add column shows_titles boolean not null default false`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table push_subscriptions drop column shows_titles`.execute(db);
}
