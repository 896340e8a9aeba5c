import { sql, type Kysely } from 'kysely';

/**
 * Finds a person's own facts among thousands of suggestions: while they fit a prompt, all of them are read for every
 * question.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index facts_user_id_own on facts (user_id, kind, number desc)
      where state in ('suggested', 'confirmed', 'conflict')
        and not (source in ('file', 'page', 'automation') and confirmed_at is null)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index facts_user_id_own`.execute(db);
}
