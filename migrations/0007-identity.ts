import { sql, type Kysely } from 'kysely';

const statements = [
  sql`alter table users add column metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object')`,
  sql`alter table users add column last_sign_in_at timestamptz`,
  sql`alter table users add column delete_after timestamptz`,
  sql`create index users_delete_after on users (delete_after) where delete_after is not null`,
  sql`create index users_unconfirmed on users (created_at) where email_confirmed_at is null`,

  sql`alter table profiles add column language text not null default '' check (length(language) <= 35)`,
  sql`alter table profiles add column time_zone text not null default 'UTC' check (length(time_zone) between 1 and 64)`,
  sql`alter table profiles add column mails_about_sign_ins boolean not null default true`,

  sql`alter table sessions add column public_id uuid not null default gen_random_uuid()`,
  sql`alter table sessions add column kind text not null default 'browser' check (kind in ('browser', 'token'))`,
  sql`alter table sessions add column methods text[] not null default '{password}'`,
  sql`alter table sessions add column ip_address text not null default ''`,
  sql`alter table sessions add column user_agent text not null default ''`,
  sql`alter table sessions add column last_seen_at timestamptz`,
  sql`alter table sessions add column proved_at timestamptz`,
  sql`alter table sessions add column second_factor_at timestamptz`,
  sql`update sessions set last_seen_at = created_at, proved_at = created_at`,
  sql`alter table sessions alter column last_seen_at set not null`,
  sql`alter table sessions alter column proved_at set not null`,
  sql`alter table sessions alter column public_id drop default`,
  sql`alter table sessions alter column kind drop default`,
  sql`alter table sessions alter column methods drop default`,
  sql`alter table sessions add constraint sessions_user_id_public_id_key unique (user_id, public_id)`,

  sql`alter table email_confirmations rename to email_links`,
  sql`alter table email_links rename constraint email_confirmations_pkey to email_links_pkey`,
  sql`alter table email_links rename constraint email_confirmations_plan_check to email_links_plan_check`,
  sql`alter table email_links rename constraint email_confirmations_user_id_fkey to email_links_user_id_fkey`,
  sql`alter index email_confirmations_user_id rename to email_links_user_id`,
  sql`alter table email_links add column purpose text not null default 'confirm' check (purpose in ('confirm', 'reset_password', 'change_email', 'prove'))`,
  sql`alter table email_links alter column purpose drop default`,
  sql`alter table email_links add column new_email text check (length(new_email) between 3 and 254)`,
  sql`alter table email_links add column metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object')`,
  sql`alter table email_links alter column password_hash drop not null`,
  sql`alter table email_links add constraint email_links_confirm_check check ((purpose = 'confirm') = (password_hash is not null))`,
  sql`alter table email_links add constraint email_links_change_check check ((purpose = 'change_email') = (new_email is not null))`,

  sql`create table identities (
    provider text not null check (provider in ('google', 'slack')),
    subject text not null check (length(subject) between 1 and 255),
    user_id uuid not null references users (id) on delete cascade,
    email text not null,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    primary key (provider, subject),
    unique (user_id, provider)
  )`,
  sql`create table oauth_attempts (
    state_hash text primary key,
    provider text not null check (provider in ('google', 'slack')),
    browser_hash text not null,
    user_id uuid references users (id) on delete cascade,
    plan text check (plan in ('starter', 'pro', 'ultimate')),
    price_id text,
    redirect text,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  sql`create index oauth_attempts_user_id on oauth_attempts (user_id)`,

  sql`create table factors (
    id uuid not null,
    user_id uuid not null references users (id) on delete cascade,
    factor_type text not null check (factor_type in ('totp', 'phone')),
    friendly_name text not null check (length(friendly_name) between 1 and 60),
    status text not null check (status in ('unverified', 'verified')),
    secret text,
    phone text check (phone ~ '^[+][1-9][0-9]{6,14}$'),
    last_step bigint,
    created_at timestamptz not null,
    verified_at timestamptz,
    last_used_at timestamptz,
    primary key (user_id, id),
    unique (user_id, friendly_name),
    check ((factor_type = 'totp') = (secret is not null)),
    check ((factor_type = 'phone') = (phone is not null)),
    check ((status = 'verified') = (verified_at is not null))
  )`,
  sql`create index factors_user_id_unverified on factors (user_id, created_at) where status = 'unverified'`,
  sql`create table factor_challenges (
    id uuid not null,
    user_id uuid not null,
    factor_id uuid not null,
    channel text check (channel in ('sms', 'whatsapp')),
    code_hash text,
    attempts integer not null default 0 check (attempts >= 0),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    primary key (user_id, id),
    foreign key (user_id, factor_id) references factors (user_id, id) on delete cascade
  )`,
  sql`create index factor_challenges_user_id_factor on factor_challenges (user_id, factor_id)`,
  sql`create table recovery_codes (
    user_id uuid not null references users (id) on delete cascade,
    code_hash text not null,
    created_at timestamptz not null,
    used_at timestamptz,
    primary key (user_id, code_hash)
  )`,
  sql`create table passkeys (
    credential_id text primary key,
    user_id uuid not null references users (id) on delete cascade,
    public_key text not null,
    counter bigint not null check (counter >= 0),
    transports text[] not null default '{}',
    friendly_name text not null check (length(friendly_name) between 1 and 60),
    is_backed_up boolean not null,
    created_at timestamptz not null,
    last_used_at timestamptz
  )`,
  sql`create index passkeys_user_id on passkeys (user_id)`,
  sql`create table passkey_challenges (
    challenge_hash text primary key,
    user_id uuid references users (id) on delete cascade,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  sql`create index passkey_challenges_user_id on passkey_challenges (user_id)`,

  sql`create table refresh_tokens (
    token_hash text primary key,
    user_id uuid not null references users (id) on delete cascade,
    session_id text not null references sessions (id) on delete cascade,
    created_at timestamptz not null,
    used_at timestamptz
  )`,
  sql`create index refresh_tokens_user_id_session on refresh_tokens (user_id, session_id)`,
  sql`create table signing_keys (
    kid text primary key,
    period integer not null unique,
    private_key text not null,
    public_jwk jsonb not null,
    created_at timestamptz not null
  )`,

  sql`create table security_events (
    id uuid not null,
    user_id uuid not null references users (id) on delete cascade,
    kind text not null,
    detail text not null default '' check (length(detail) <= 300),
    ip_address text not null,
    user_agent text not null,
    happened_at timestamptz not null,
    mail_to text,
    mail_tried_at timestamptz,
    primary key (user_id, id)
  )`,
  sql`create index security_events_user_id_happened on security_events (user_id, happened_at desc)`,
  sql`create index security_events_user_id_mail_due on security_events (user_id, happened_at) where mail_to is not null`,
  sql`create index security_events_happened_at on security_events using brin (happened_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const back = [
  sql`delete from email_links where purpose <> 'confirm'`,
  sql`alter table email_links drop column purpose, drop column new_email, drop column metadata`,
  sql`alter table email_links alter column password_hash set not null`,
  sql`alter index email_links_user_id rename to email_confirmations_user_id`,
  sql`alter table email_links rename constraint email_links_user_id_fkey to email_confirmations_user_id_fkey`,
  sql`alter table email_links rename constraint email_links_plan_check to email_confirmations_plan_check`,
  sql`alter table email_links rename constraint email_links_pkey to email_confirmations_pkey`,
  sql`alter table email_links rename to email_confirmations`,
  sql`delete from sessions where kind <> 'browser'`,
  sql`alter table sessions drop column public_id, drop column kind, drop column methods, drop column ip_address,
    drop column user_agent, drop column last_seen_at, drop column proved_at, drop column second_factor_at`,
  sql`alter table profiles drop column language, drop column time_zone, drop column mails_about_sign_ins`,
  sql`drop index users_unconfirmed`,
  sql`alter table users drop column metadata, drop column last_sign_in_at, drop column delete_after`,
];

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of [
    'security_events',
    'signing_keys',
    'refresh_tokens',
    'passkey_challenges',
    'passkeys',
    'recovery_codes',
    'factor_challenges',
    'factors',
    'oauth_attempts',
    'identities',
  ]) {
    await sql`drop table ${sql.table(table)}`.execute(db);
  }
  for (const statement of back) await statement.execute(db);
}
