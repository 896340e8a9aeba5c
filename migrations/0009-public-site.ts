import { sql, type Kysely } from 'kysely';

const statements = [
  sql`create table newsletter_subscribers (
    id uuid primary key,
    email text not null check (length(email) between 3 and 254),
    email_lower text not null unique check (email_lower = lower(email_lower)),
    asked_at timestamptz not null,
    asked_times integer not null default 1 check (asked_times > 0),
    confirm_hash text unique,
    confirm_expires_at timestamptz,
    confirm_mail_due boolean not null default true,
    mail_tried_at timestamptz,
    confirmed_at timestamptz,
    unsubscribe_token text not null unique,
    check ((confirm_hash is null) = (confirm_expires_at is null))
  )`,
  sql`create index newsletter_subscribers_unconfirmed on newsletter_subscribers (asked_at) where confirmed_at is null`,
  sql`create index newsletter_subscribers_mails on newsletter_subscribers (asked_at) where confirm_mail_due`,

  sql`create table newsletter_letters (
    subscriber_id uuid not null references newsletter_subscribers (id) on delete cascade,
    slug text not null check (length(slug) between 1 and 100),
    due_at timestamptz not null,
    tried_at timestamptz,
    sent_at timestamptz,
    primary key (subscriber_id, slug)
  )`,
  sql`create index newsletter_letters_due on newsletter_letters (due_at) where sent_at is null`,

  sql`create table contact_messages (
    id uuid primary key,
    topic text not null check (topic in ('question', 'support', 'sales', 'setup', 'security', 'press')),
    name text not null check (length(name) <= 100),
    email text not null check (length(email) between 3 and 254),
    message text not null check (length(message) between 1 and 5000),
    created_at timestamptz not null,
    tried_at timestamptz,
    mailed_at timestamptz,
    receipt_mailed_at timestamptz
  )`,
  sql`create index contact_messages_due on contact_messages (created_at) where mailed_at is null or receipt_mailed_at is null`,

  sql`create table status_checks (
    component text not null check (component in ('website', 'assistants', 'mail', 'payments')),
    checked_at timestamptz not null,
    is_up boolean not null,
    latency_ms integer check (latency_ms >= 0),
    primary key (component, checked_at)
  )`,
  sql`create index status_checks_checked_at on status_checks (checked_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['status_checks', 'contact_messages', 'newsletter_letters', 'newsletter_subscribers'])
    await sql`drop table ${sql.table(table)}`.execute(db);
}
