import { sql, type Kysely } from 'kysely';

const UP = [
  sql`create table budget_use (
    user_id uuid not null references users (id) on delete cascade,
    budget text not null,
    day text not null check (length(day) = 10),
    used bigint not null check (used >= 0),
    primary key (user_id, budget)
  )`,
  sql`create index budget_use_of_day on budget_use (day, budget)`,
  sql`create table budget_totals (
    budget text primary key,
    day text not null check (length(day) = 10),
    used bigint not null check (used >= 0)
  )`,
  // The operator has stopped what this account causes.
  sql`alter table users add column held_at timestamptz`,
];

/** What each account, and all of them together, have used of a day's budgets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of UP) await statement.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users drop column held_at`.execute(db);
  await sql`drop table budget_totals`.execute(db);
  await sql`drop table budget_use`.execute(db);
}
