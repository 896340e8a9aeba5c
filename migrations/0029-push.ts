import { sql, type Kysely } from 'kysely';

/** Browsers that show notifications while no tab is open, and which of them have been sent each notice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table push_subscriptions (
      user_id uuid not null references users (id) on delete cascade,
      session_id uuid not null,
      endpoint text not null check (endpoint like 'https://%' and length(endpoint) <= 1000),
      p256dh text not null check (length(p256dh) = 87),
      auth text not null check (length(auth) = 22),
      created_at timestamptz not null,
      primary key (user_id, session_id),
      foreign key (user_id, session_id) references sessions (user_id, public_id) on delete cascade
    )`.execute(db);
  await sql`alter table notices add column pushed_to uuid[] not null default '{}'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notices drop column pushed_to`.execute(db);
  await sql`drop table push_subscriptions`.execute(db);
}
