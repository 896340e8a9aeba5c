import { sql, type Kysely } from 'kysely';

/** A fact that an automation suggested names the automation. It doesn't count as its owner's word until they confirm it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table facts drop constraint facts_source_check`.execute(db);
  await sql`alter table facts
    add constraint facts_source_check check (source in ('typed', 'message', 'file', 'page', 'profile', 'automation')),
    add column automation_id uuid`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from facts where source = 'automation'`.execute(db);
  await sql`alter table facts drop constraint facts_source_check`.execute(db);
  await sql`alter table facts
    drop column automation_id,
    add constraint facts_source_check check (source in ('typed', 'message', 'file', 'page', 'profile'))`.execute(db);
}
