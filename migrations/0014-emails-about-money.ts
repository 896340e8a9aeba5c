import { sql, type Kysely } from 'kysely';

const BEFORE = ['trial_ending', 'trial_ended', 'usage_warning', 'payment_failed'];
const ABOUT_MONEY = [
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

const topicCheck = (topics: string[]) =>
  sql`alter table notices add constraint notices_topic_check check (topic in (${sql.join(topics.map((topic) => sql.lit(topic)))}))`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notices drop constraint notices_topic_check`.execute(db);
  await topicCheck([...BEFORE, ...ABOUT_MONEY]).execute(db);
  await sql`alter table notices
    add column details jsonb not null default '{}' check (jsonb_typeof(details) = 'object')`.execute(db);
  await sql`alter table checkouts add column promotion_code_id text, add column checked_at timestamptz`.execute(db);
  await sql`alter table subscriptions
    add column discount_cents integer not null default 0,
    add column scheduled_price_id text,
    add column scheduled_at timestamptz`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions drop column scheduled_at, drop column scheduled_price_id, drop column discount_cents`.execute(
    db,
  );
  await sql`alter table checkouts drop column checked_at, drop column promotion_code_id`.execute(db);
  await sql`alter table notices drop column details`.execute(db);
  await sql`delete from notices where topic in (${sql.join(ABOUT_MONEY.map((topic) => sql.lit(topic)))})`.execute(db);
  await sql`alter table notices drop constraint notices_topic_check`.execute(db);
  await topicCheck(BEFORE).execute(db);
}
