import { sql, type Kysely } from 'kysely';

/** Screens and emails about money name the card and the open amount, and must not have to ask Stripe for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions add column card_brand text`.execute(db);
  await sql`alter table subscriptions add column card_last4 text`.execute(db);
  await sql`alter table subscriptions add column unpaid_cents integer not null default 0`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const column of ['unpaid_cents', 'card_last4', 'card_brand'])
    await sql`alter table subscriptions drop column ${sql.ref(column)}`.execute(db);
}
