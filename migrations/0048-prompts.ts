import { sql, type Kysely } from 'kysely';

const TABLES = ['turns', 'conversation_summaries', 'facts', 'sources', 'automation_run_steps'];

/** The prompt version that produced each stored model result. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES)
    await sql`alter table ${sql.table(table)} add column prompt text not null default '' check (length(prompt) <= 100)`.execute(
      db,
    );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) await sql`alter table ${sql.table(table)} drop column prompt`.execute(db);
}
