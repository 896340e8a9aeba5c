import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table oauth_attempts
    add column client_redirect text check (length(client_redirect) <= 2000),
    add column code_challenge text check (code_challenge ~ '^[A-Za-z0-9_-]{43}$'),
    add constraint oauth_attempts_client_check
      check ((client_redirect is null) = (code_challenge is null) and (client_redirect is null or user_id is null))`.execute(
    db,
  );
  await sql`create table authorization_codes (
    code_hash text primary key,
    user_id uuid not null references users (id) on delete cascade,
    code_challenge text not null check (code_challenge ~ '^[A-Za-z0-9_-]{43}$'),
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`.execute(db);
  await sql`create index authorization_codes_user_id on authorization_codes (user_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table authorization_codes`.execute(db);
  await sql`alter table oauth_attempts drop column client_redirect, drop column code_challenge`.execute(db);
}
