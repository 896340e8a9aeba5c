import { sql, type Kysely } from 'kysely';

const statements = [
  sql`alter table email_links add column redirect text check (length(redirect) <= 2000)`,

  sql`alter table profiles drop constraint profiles_subscription_status_check`,
  sql`alter table profiles add constraint profiles_subscription_status_check
    check (subscription_status in ('none', 'trial', 'trialing', 'active', 'past_due', 'ended'))`,
  sql`alter table profiles add column plan_ends_at timestamptz`,
  sql`alter table profiles add column offer_shown_at timestamptz`,
  sql`create index profiles_trial_ends_at on profiles (trial_ends_at) where subscription_status in ('trial', 'trialing', 'ended')`,

  sql`create table stripe_customers (
    stripe_customer_id text primary key,
    user_id uuid not null references users (id) on delete cascade,
    is_primary boolean not null,
    created_at timestamptz not null
  )`,
  sql`create index stripe_customers_user_id on stripe_customers (user_id)`,
  sql`create unique index stripe_customers_primary on stripe_customers (user_id) where is_primary`,

  sql`create table checkouts (
    user_id uuid primary key references users (id) on delete cascade,
    id uuid not null,
    price_id text not null,
    promotion text check (promotion in ('first-time', 'welcome-back', 'urgent')),
    trial_ends_at timestamptz,
    started_at timestamptz not null,
    expires_at timestamptz not null,
    stripe_session_id text,
    replaced_session_id text
  )`,

  sql`create table subscriptions (
    user_id uuid primary key references users (id) on delete cascade,
    stripe_subscription_id text not null,
    stripe_customer_id text not null,
    stripe_status text not null,
    price_id text,
    price_cents integer,
    credit_cents integer not null default 0,
    product_id text,
    current_period_end timestamptz,
    trial_ends_at timestamptz,
    cancel_at timestamptz,
    past_due_since timestamptz,
    has_card boolean not null,
    promotion text check (promotion in ('first-time', 'welcome-back', 'urgent')),
    first_paid_at timestamptz,
    refund_requested_at timestamptz,
    refund_tried_at timestamptz,
    refunded_at timestamptz,
    read_number bigint not null,
    synced_at timestamptz not null
  )`,
  sql`create index subscriptions_refunds on subscriptions (refund_requested_at) where refunded_at is null`,
  sql`create sequence billing_reads`,

  sql`create table payment_history (
    claim_hash text primary key,
    person_id uuid,
    first_paid_at timestamptz,
    refunded_at timestamptz,
    offer_shown_at timestamptz
  )`,

  sql`create index payment_history_person on payment_history (person_id)`,

  sql`create table guest_purchases (
    id uuid primary key,
    email text not null check (length(email) between 3 and 254),
    price_id text not null,
    promotion text check (promotion in ('first-time', 'welcome-back', 'urgent')),
    stripe_session_id text unique,
    stripe_customer_id text unique,
    stripe_subscription_id text unique,
    started_at timestamptz not null,
    completed_at timestamptz,
    told_at timestamptz,
    closed_at timestamptz,
    outcome text check (outcome in ('claimed', 'expired', 'returned'))
  )`,
  sql`create index guest_purchases_email on guest_purchases (lower(email)) where closed_at is null`,
  sql`create index guest_purchases_open on guest_purchases (id) where outcome is null`,

  sql`create table stripe_events (
    event_id text primary key,
    event_type text not null,
    stripe_customer_id text,
    stripe_session_id text,
    received_at timestamptz not null,
    tried_at timestamptz,
    attempts integer not null default 0,
    settled_at timestamptz
  )`,
  sql`create index stripe_events_open on stripe_events (received_at) where settled_at is null`,

  sql`alter table usage_tracking drop constraint usage_tracking_month_year_check`,
  sql`alter table usage_tracking add constraint usage_tracking_month_year_check
    check (month_year ~ '^[0-9]{4}-[0-9]{2}$' or month_year = 'at once')`,
  sql`alter table usage_tracking add column templates_used integer not null default 0 check (templates_used >= 0)`,
  sql`alter table usage_tracking add column automations_used integer not null default 0 check (automations_used >= 0)`,
  sql`create table usage_receipts (
    user_id uuid not null references users (id) on delete cascade,
    id uuid not null,
    kind text not null check (kind in ('messages', 'exports', 'templates', 'automations', 'integrations')),
    period text not null check (period ~ '^[0-9]{4}-[0-9]{2}$' or period = 'at once'),
    amount integer not null check (amount > 0),
    subject text not null default '' check (length(subject) <= 100),
    status text not null check (status in ('reserved', 'counted', 'released')),
    created_at timestamptz not null,
    settled_at timestamptz,
    primary key (user_id, id)
  )`,
  sql`create index usage_receipts_newest on usage_receipts (user_id, period, created_at)`,
  // What was reserved without a turn is given back when its process is gone; a turn is settled with its receipt.
  sql`create index usage_receipts_others on usage_receipts (created_at) where kind <> 'messages' and status = 'reserved'`,
  // Turns under way get the receipt that they are settled with; what was used before them is one receipt a month, so that
  // receipts add up from the first day on.
  sql`insert into usage_receipts (user_id, id, kind, period, amount, subject, status, created_at, settled_at)
    select t.user_id, t.id, 'messages', t.month_year, 1, c.assistant_type, 'reserved', t.created_at, null
    from turns t join conversations c on c.user_id = t.user_id and c.id = t.conversation_id where t.status = 'streaming'`,
  sql`insert into usage_receipts (user_id, id, kind, period, amount, subject, status, created_at, settled_at)
    select user_id, gen_random_uuid(), 'messages', month_year, messages_used - streaming.count, 'earlier', 'counted', now(), now()
    from usage_tracking u cross join lateral (
      select count(*)::int from turns t where t.user_id = u.user_id and t.month_year = u.month_year and t.status = 'streaming'
    ) streaming where messages_used > streaming.count`,

  sql`create table notices (
    user_id uuid not null references users (id) on delete cascade,
    topic text not null check (topic in ('trial_ending', 'trial_ended', 'usage_warning', 'payment_failed')),
    subject text not null check (length(subject) <= 100),
    created_at timestamptz not null,
    mail_tried_at timestamptz,
    mailed_at timestamptz,
    dismissed_at timestamptz,
    primary key (user_id, topic, subject)
  )`,
  sql`create index notices_to_mail on notices (created_at) where mailed_at is null`,

  sql`create table chores (
    name text primary key,
    ran_at timestamptz,
    leased_until timestamptz
  )`,

  sql`alter table users add column deletion_begun_at timestamptz`,
];

const undo = [
  sql`alter table email_links drop column redirect`,
  sql`alter table users drop column deletion_begun_at`,
  sql`drop table chores`,
  sql`drop table notices`,
  sql`drop table usage_receipts`,
  sql`delete from usage_tracking where month_year = 'at once'`,
  sql`alter table usage_tracking drop column automations_used`,
  sql`alter table usage_tracking drop column templates_used`,
  sql`alter table usage_tracking drop constraint usage_tracking_month_year_check`,
  sql`alter table usage_tracking add constraint usage_tracking_month_year_check check (month_year ~ '^[0-9]{4}-[0-9]{2}$')`,
  sql`drop table stripe_events`,
  sql`drop table guest_purchases`,
  sql`drop table payment_history`,
  sql`drop sequence billing_reads`,
  sql`drop table subscriptions`,
  sql`drop table checkouts`,
  sql`drop table stripe_customers`,
  sql`drop index profiles_trial_ends_at`,
  sql`alter table profiles drop column offer_shown_at`,
  sql`alter table profiles drop column plan_ends_at`,
  sql`update profiles set subscription_status = case when trial_ends_at is null then 'none' else 'trial' end, subscription_tier = 'free'
    where subscription_status in ('trialing', 'past_due', 'ended')`,
  sql`alter table profiles drop constraint profiles_subscription_status_check`,
  sql`alter table profiles add constraint profiles_subscription_status_check check (subscription_status in ('none', 'trial', 'active'))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const statement of undo) await statement.execute(db);
}
