import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table usage_tracking (
    user_id uuid not null references users (id) on delete cascade,
    month_year text not null check (month_year ~ '^[0-9]{4}-[0-9]{2}$'),
    messages_used integer not null default 0 check (messages_used >= 0),
    exports_used integer not null default 0 check (exports_used >= 0),
    integrations_used integer not null default 0 check (integrations_used >= 0),
    primary key (user_id, month_year)
  )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table usage_tracking`.execute(db);
}
