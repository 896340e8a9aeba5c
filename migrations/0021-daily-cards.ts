import { sql, type Kysely } from 'kysely';

const statements = [
  sql`create table daily_cards (
    user_id uuid not null references users (id) on delete cascade,
    day text not null check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
    cards text[] not null check (cardinality(cards) <= 20),
    chosen_at timestamptz not null,
    primary key (user_id, day)
  )`,
  sql`create index facts_user_id_waiting on facts (user_id, number desc) where state in ('suggested', 'conflict')`,
  sql`create index facts_user_id_dated on facts (user_id, number desc)
    where state = 'confirmed' and (valid_from is not null or valid_until is not null)`,
];

const undo = [sql`drop index facts_user_id_dated`, sql`drop index facts_user_id_waiting`, sql`drop table daily_cards`];

/** What Home suggests to each person today (DASH-1). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const statement of undo) await statement.execute(db);
}
