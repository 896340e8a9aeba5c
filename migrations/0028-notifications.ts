import { sql, type Kysely } from 'kysely';

const BEFORE = [
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
];
const NEW = ['usage_limit', 'conflict', 'answer', 'security'];

const topicCheck = (topics: string[]) =>
  sql`alter table notices add constraint notices_topic_check check (topic in (${sql.join(topics.map((topic) => sql.lit(topic)))}))`;

/** Notices get a bell: when each was read, and what a person wants to hear about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notices drop constraint notices_topic_check`.execute(db);
  await topicCheck([...BEFORE, ...NEW]).execute(db);
  await sql`alter table notices add column read_at timestamptz`.execute(db);
  // Nobody is told again what they were told before there was a bell.
  await sql`update notices set read_at = created_at where emailed_at is not null or dismissed_at is not null`.execute(
    db,
  );
  await sql`create index notices_user_id_created on notices (user_id, created_at desc)`.execute(db);
  await sql`create index notices_user_id_unread on notices (user_id) where read_at is null`.execute(db);
  await sql`create index notices_created_at on notices using brin (created_at)`.execute(db);
  await sql`
    create table notification_preferences (
      user_id uuid not null references users (id) on delete cascade,
      kind text not null check (kind in ('waiting', 'answers', 'plan', 'security')),
      is_muted boolean not null default false,
      email text not null check (email in ('at_once', 'daily', 'never')),
      primary key (user_id, kind),
      constraint notification_preferences_security_check check (kind <> 'security' or (not is_muted and email = 'at_once'))
    )`.execute(db);
  // For 0027, and last: every request reads profiles, and both migrations run in one transaction, which keeps its locks to the end.
  await sql`
    alter table profiles add column own_templates integer not null default 0,
      add constraint profiles_own_templates_check check (own_templates between 0 and 200)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table profiles drop column own_templates`.execute(db);
  await sql`drop table notification_preferences`.execute(db);
  await sql`drop index notices_created_at, notices_user_id_unread, notices_user_id_created`.execute(db);
  await sql`alter table notices drop column read_at`.execute(db);
  await sql`delete from notices where topic in (${sql.join(NEW.map((topic) => sql.lit(topic)))})`.execute(db);
  await sql`alter table notices drop constraint notices_topic_check`.execute(db);
  await topicCheck(BEFORE).execute(db);
}
