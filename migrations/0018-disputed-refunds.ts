import { sql, type Kysely } from 'kysely';

/** What a refund under the guarantee couldn't pay back because the customer disputed it: the app must not claim that it did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions add column refund_disputed_cents integer not null default 0`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions drop column refund_disputed_cents`.execute(db);
}
