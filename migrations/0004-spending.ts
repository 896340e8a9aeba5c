import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table model_spending (
    user_id uuid not null references users (id) on delete cascade,
    day text not null check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
    micro_usd bigint not null check (micro_usd >= 0),
    primary key (user_id, day)
  )`.execute(db);
  await sql`create table model_spending_days (
    day text primary key check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
    micro_usd bigint not null check (micro_usd >= 0)
  )`.execute(db);
  await sql`alter table turns add column spending_day text, add column reserved_micro_usd bigint not null default 0`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table turns drop column spending_day, drop column reserved_micro_usd`.execute(db);
  await sql`drop table model_spending_days`.execute(db);
  await sql`drop table model_spending`.execute(db);
}
