import { sql, type Kysely } from 'kysely';

const PLACED = ['identities', 'factors', 'recovery_codes', 'passkeys'];
const KINDS = ['password', 'passkey', 'google', 'slack', 'totp', 'phone', 'recovery_codes'];

const UP = [
  ...PLACED.map(
    (table) =>
      sql`alter table ${sql.table(table)}
      add column ip_address text not null default '', add column user_agent text not null default ''`,
  ),
  sql`alter table users
    add column password_set_at timestamptz,
    add column password_ip_address text not null default '',
    add column password_user_agent text not null default '',
    add column reset_completes_at timestamptz`,
  sql`create index users_reset_completes_at on users (reset_completes_at) where reset_completes_at is not null`,
  sql`alter table sessions add column reauthenticated_at timestamptz, add column previous_id text`,
  sql`create table disabled_ways (
    id uuid not null,
    user_id uuid not null references users (id) on delete cascade,
    kind text not null check (kind in (${sql.join(KINDS.map((kind) => sql.lit(kind)))})),
    name text not null,
    added_at timestamptz not null,
    ip_address text not null,
    user_agent text not null,
    disabled_at timestamptz not null,
    content jsonb not null,
    primary key (user_id, id)
  )`,
];

const DOWN = [
  sql`drop table disabled_ways`,
  sql`alter table sessions drop column reauthenticated_at, drop column previous_id`,
  sql`drop index users_reset_completes_at`,
  sql`alter table users drop column password_set_at, drop column password_ip_address,
    drop column password_user_agent, drop column reset_completes_at`,
  ...PLACED.map((table) => sql`alter table ${sql.table(table)} drop column ip_address, drop column user_agent`),
];

/** Where each way into an account was added, and the ways that are turned off until their owner decides. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of UP) await statement.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const statement of DOWN) await statement.execute(db);
}
