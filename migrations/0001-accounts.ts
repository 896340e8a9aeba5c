import { sql, type Kysely } from 'kysely';

const statements = [
  sql`create table users (
    id uuid primary key,
    email text not null check (length(email) between 3 and 254),
    email_lower text not null unique check (email_lower = lower(email_lower)),
    password_hash text,
    email_confirmed_at timestamptz,
    created_at timestamptz not null
  )`,
  sql`create table profiles (
    user_id uuid primary key references users (id) on delete cascade,
    full_name text not null default '',
    business_name text not null default '',
    website text not null default '',
    business_type text check (business_type in ('ecommerce', 'saas', 'freelancer', 'agency')),
    business_goals text[] not null default '{}' check (business_goals <@ array['sales', 'traffic', 'leads', 'support']),
    business_size text check (business_size in ('solo', 'small', 'medium', 'large')),
    revenue_range text check (revenue_range in ('under-100k', '100k-500k', '500k-1m', '1m+')),
    subscription_tier text not null default 'free' check (subscription_tier in ('free', 'starter', 'pro', 'ultimate')),
    subscription_status text not null default 'none' check (subscription_status in ('none', 'trial', 'active')),
    trial_ends_at timestamptz,
    updated_at timestamptz not null,
    check (subscription_status <> 'trial' or trial_ends_at is not null)
  )`,
  sql`create table sessions (
    id text primary key,
    user_id uuid not null references users (id) on delete cascade,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    absolute_expires_at timestamptz not null
  )`,
  sql`create index sessions_user_id_expires_at on sessions (user_id, expires_at)`,
  sql`create table email_confirmations (
    token_hash text primary key,
    user_id uuid not null references users (id) on delete cascade,
    password_hash text not null,
    plan text check (plan in ('starter', 'pro', 'ultimate')),
    price_id text,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  sql`create index email_confirmations_user_id on email_confirmations (user_id)`,
  sql`create table trial_claims (
    claim_hash text primary key,
    claimed_at timestamptz not null
  )`,
  sql`create table attempt_counters (
    key_hash text primary key,
    attempts integer not null check (attempts > 0),
    window_ends_at timestamptz not null
  )`,
  sql`create index attempt_counters_window_ends_at on attempt_counters (window_ends_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['attempt_counters', 'trial_claims', 'email_confirmations', 'sessions', 'profiles', 'users']) {
    await sql`drop table ${sql.table(table)}`.execute(db);
  }
}
