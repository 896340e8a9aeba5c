import { sql, type Kysely } from 'kysely';

/**
 * A lease in the database's own time takes the place of a heartbeat by the clock of the process. It stays without an index, so that
 * renewing it is written in place (0005). Neither change rewrites the table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table turns rename column heartbeat_at to lease_expires_at`.execute(db);
  await sql`alter table turns add column attempt integer not null default 1 check (attempt > 0)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table turns drop column attempt`.execute(db);
  await sql`alter table turns rename column lease_expires_at to heartbeat_at`.execute(db);
}
