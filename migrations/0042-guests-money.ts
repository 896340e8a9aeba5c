import { sql, type Kysely } from 'kysely';

const UP = [
  sql`alter table guest_purchases add column payer_hash text`,
  sql`alter table guest_purchases add column corrections integer not null default 0 check (corrections between 0 and 3)`,
  sql`alter table guest_purchases add column reminders integer not null default 0 check (reminders between 0 and 2)`,
  sql`alter table guest_purchases add column returned_cents integer check (returned_cents >= 0)`,
  sql`alter table stripe_customers add column paid_elsewhere boolean not null default false`,
];

/**
 * The browser that paid for a guest's purchase may correct its address, and the card of a purchase that was claimed
 * elsewhere isn't its claimer's. Purchases claimed before stay as they are: nobody knows where they were paid.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of UP) await statement.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table stripe_customers drop column paid_elsewhere`.execute(db);
  for (const column of ['returned_cents', 'reminders', 'corrections', 'payer_hash'])
    await sql`alter table guest_purchases drop column ${sql.ref(column)}`.execute(db);
}
