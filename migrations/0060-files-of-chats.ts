import { sql, type Kysely } from 'kysely';

const UP = [
  sql`alter table sources add column scope text not null default 'team' check (scope in ('team', 'chat', 'held'))`,
  sql`alter table sources add column replaces_id uuid`,
  sql`alter table sources add column summary text not null default '' check (length(summary) <= 3000)`,
  sql`alter table sources add column summarized integer not null default 0 check (summarized >= 0)`,
  sql`alter table sources add column content_digest text check (length(content_digest) = 64)`,
  sql`alter table sources add constraint sources_scope check (scope = 'team' or kind = 'file')`,
];

/** Files that belong to one chat, their summaries, and files that are uploaded again or in a new version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of UP) await statement.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sources drop constraint sources_scope`.execute(db);
  await sql`alter table sources drop column content_digest, drop column summarized, drop column summary, drop column replaces_id, drop column scope`.execute(
    db,
  );
}
