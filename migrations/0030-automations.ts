import { sql, type Kysely } from 'kysely';

const statements = [
  sql`create table automations (
    user_id uuid not null references users (id) on delete cascade,
    id uuid not null,
    name text not null check (length(name) between 1 and 80),
    description text not null default '' check (length(description) <= 200),
    assistant_type text not null check (length(assistant_type) <= 40),
    trigger_kind text not null check (trigger_kind in ('schedule', 'webhook', 'chat', 'brain', 'manual')),
    listens_to text check (length(listens_to) <= 60),
    receipt_id uuid,
    turned_on_at timestamptz,
    pause_reason text check (pause_reason in ('plan', 'failures', 'loop')),
    live_version integer,
    draft_version integer not null default 1,
    revision integer not null default 1,
    next_due_at timestamptz,
    failures integer not null default 0,
    minutes_saved integer not null default 0 check (minutes_saved between 0 and 600),
    hook_hash text,
    hook_secret text,
    hook_sample jsonb check (octet_length(hook_sample::text) <= 140000),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    deleted_at timestamptz,
    primary key (user_id, id),
    check ((turned_on_at is null) = (receipt_id is null))
  )`,
  sql`create index automations_listens_to on automations (user_id, listens_to) where listens_to is not null`,
  sql`create index automations_deleted_at on automations (deleted_at) where deleted_at is not null`,
  sql`create table automation_versions (
    user_id uuid not null,
    automation_id uuid not null,
    version integer not null check (version > 0),
    definition jsonb not null check (jsonb_typeof(definition) = 'object' and octet_length(definition::text) <= 250000),
    created_at timestamptz not null,
    published_at timestamptz,
    primary key (user_id, automation_id, version),
    foreign key (user_id, automation_id) references automations (user_id, id) on delete cascade
  )`,
  sql`create table automation_runs (
    user_id uuid not null,
    id uuid not null,
    automation_id uuid not null,
    version integer not null,
    cause text not null check (cause in ('schedule', 'webhook', 'chat', 'brain', 'manual')),
    occasion text not null check (length(occasion) <= 200),
    input jsonb not null default '{}' check (jsonb_typeof(input) = 'object' and octet_length(input::text) <= 250000),
    chain uuid[] not null default '{}' check (cardinality(chain) <= 20),
    status text not null check (status in ('queued', 'running', 'waiting', 'paused', 'done', 'stopped', 'skipped', 'failed', 'canceled')),
    reason text not null default '' check (length(reason) <= 500),
    due_at timestamptz not null,
    started_at timestamptz,
    resume_at timestamptz,
    ended_at timestamptz,
    messages integer not null default 0 check (messages >= 0),
    emails integer not null default 0 check (emails >= 0),
    claim integer not null default 0,
    claimed_by uuid,
    is_kicked boolean not null default false,
    created_at timestamptz not null,
    primary key (user_id, id),
    constraint automation_runs_occasion unique (user_id, automation_id, occasion),
    foreign key (user_id, automation_id) references automations (user_id, id) on delete cascade
  )`,
  sql`create index automation_runs_newest on automation_runs (user_id, created_at desc, id)`,
  sql`create index automation_runs_of_one on automation_runs (user_id, automation_id, created_at desc, id)`,
  sql`create index automation_runs_unfinished on automation_runs (user_id, status, due_at, id) where ended_at is null`,
  sql`create index automation_runs_created_at on automation_runs using brin (created_at)`,
  sql`create table automation_run_steps (
    user_id uuid not null,
    run_id uuid not null,
    key text not null check (length(key) <= 100),
    place integer not null,
    status text not null check (status in ('running', 'waiting', 'done', 'skipped', 'failed', 'unknown')),
    attempt integer not null default 1 check (attempt > 0),
    attempts jsonb not null default '[]' check (jsonb_typeof(attempts) = 'array'),
    input jsonb not null default '{}' check (octet_length(input::text) <= 250000),
    output jsonb not null default '{}' check (octet_length(output::text) <= 500000),
    error text not null default '' check (length(error) <= 500),
    detail text not null default '' check (length(detail) <= 1000),
    resume_at timestamptz,
    started_at timestamptz not null,
    ended_at timestamptz,
    messages integer not null default 0,
    primary key (user_id, run_id, key),
    foreign key (user_id, run_id) references automation_runs (user_id, id) on delete cascade
  )`,
  sql`create table automation_approvals (
    user_id uuid not null,
    id uuid not null,
    run_id uuid not null,
    step_key text not null check (length(step_key) <= 100),
    title text not null check (length(title) <= 500),
    body text not null,
    edited_body text,
    status text not null check (status in ('waiting', 'approved', 'refused', 'late', 'canceled')),
    if_late text not null check (if_late in ('skip', 'approve', 'refuse')),
    deadline timestamptz not null,
    created_at timestamptz not null,
    answered_at timestamptz,
    effective_at timestamptz,
    answered_from text check (answered_from in ('app', 'email')),
    reason text not null default '' check (length(reason) <= 200),
    link_hash text,
    emailed_at timestamptz,
    primary key (user_id, id),
    constraint automation_approvals_step unique (user_id, run_id, step_key),
    foreign key (user_id, run_id) references automation_runs (user_id, id) on delete cascade
  )`,
  sql`create index automation_approvals_waiting on automation_approvals (user_id, deadline) where status = 'waiting'`,
  sql`create table automation_recipients (
    user_id uuid not null references users (id) on delete cascade,
    email text not null check (length(email) <= 254),
    link_hash text not null,
    requested_at timestamptz not null,
    confirmed_at timestamptz,
    primary key (user_id, email)
  )`,
  sql`create table automation_rehearsals (
    user_id uuid not null,
    automation_id uuid not null,
    id uuid not null,
    version integer not null,
    revision integer not null,
    status text not null check (status in ('running', 'done', 'failed')),
    result jsonb check (octet_length(result::text) <= 2000000),
    created_at timestamptz not null,
    ended_at timestamptz,
    primary key (user_id, automation_id),
    foreign key (user_id, automation_id) references automations (user_id, id) on delete cascade
  )`,
  sql`create table automation_settings (
    user_id uuid primary key references users (id) on delete cascade,
    hides_samples boolean not null default false,
    paused_at timestamptz,
    emails_approvals boolean not null default true
  )`,
  // What automations reserve has no turn that settles it.
  sql`drop index usage_receipts_others`,
  sql`create index usage_receipts_reserved on usage_receipts (created_at) where status = 'reserved'`,
];

const undo = [
  sql`drop index usage_receipts_reserved`,
  sql`create index usage_receipts_others on usage_receipts (created_at) where kind <> 'messages' and status = 'reserved'`,
  sql`drop table automation_settings`,
  sql`drop table automation_rehearsals`,
  sql`drop table automation_recipients`,
  sql`drop table automation_approvals`,
  sql`drop table automation_run_steps`,
  sql`drop table automation_runs`,
  sql`drop table automation_versions`,
  sql`drop table automations`,
];

const TOPICS_BEFORE = [
  'trial_ending',
  'trial_ended',
  'usage_warning',
  'payment_failed',
  'purchase',
  'receipt',
  'plan_change',
  'change_scheduled',
  'cancellation',
  'cancellation_undone',
  'refund',
  'renewal',
  'access_ended',
  'usage_limit',
  'conflict',
  'answer',
  'security',
];
const TOPICS = ['approval', 'run_failed', 'automation_paused', 'automation_notice'];
const KINDS_BEFORE = ['waiting', 'answers', 'plan', 'security'];

const among = (values: string[]) => sql.join(values.map((value) => sql.lit(value)));

async function setChecks(db: Kysely<unknown>, topics: string[], kinds: string[]): Promise<void> {
  await sql`alter table notices drop constraint notices_topic_check`.execute(db);
  await sql`alter table notices add constraint notices_topic_check check (topic in (${among(topics)}))`.execute(db);
  await sql`alter table notification_preferences drop constraint notification_preferences_kind_check`.execute(db);
  await sql`
    alter table notification_preferences add constraint notification_preferences_kind_check
      check (kind in (${among(kinds)}))`.execute(db);
}

/** Automations: what people set up, what ran, what waits for them, and what the bell says about it (decision 037). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  await setChecks(db, [...TOPICS_BEFORE, ...TOPICS], ['waiting', 'automations', 'answers', 'plan', 'security']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from notices where topic in (${among(TOPICS)})`.execute(db);
  await sql`delete from notification_preferences where kind = 'automations'`.execute(db);
  await setChecks(db, TOPICS_BEFORE, KINDS_BEFORE);
  for (const statement of undo) await statement.execute(db);
}
