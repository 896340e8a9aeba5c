import { sql, type Kysely } from 'kysely';

/** What each queue of its own had not done yet, as a row that is due. */
const unfinished = [
  sql`insert into scheduled_jobs (queue, key, payload, due_at)
    select 'stripe-sync', coalesce(stripe_customer_id, stripe_session_id),
      jsonb_build_object('customerId', stripe_customer_id, 'sessionId', stripe_session_id), received_at
    from stripe_events where settled_at is null and coalesce(stripe_customer_id, stripe_session_id) is not null
    on conflict do nothing`,
  sql`insert into scheduled_jobs (queue, key, payload, due_at)
    select 'refund', user_id, jsonb_build_object('userId', user_id), refund_requested_at
    from subscriptions where refund_requested_at is not null and refunded_at is null`,
  sql`insert into scheduled_jobs (queue, key, payload, due_at)
    select 'pay-page', user_id, jsonb_build_object('userId', user_id), expires_at
    from checkouts where stripe_session_id is not null`,
  sql`insert into scheduled_jobs (queue, key, payload, due_at)
    select 'guest-purchase', id, jsonb_build_object('id', id), started_at from guest_purchases where outcome is null`,
  sql`insert into scheduled_jobs (queue, key, payload, due_at)
    select 'guest-email', id, jsonb_build_object('id', id), completed_at
    from guest_purchases where completed_at is not null and emailed_at is null and closed_at is null`,
  sql`insert into scheduled_jobs (queue, key, payload, due_at)
    select 'notice-email', concat_ws(' ', user_id, topic, subject),
      jsonb_build_object('userId', user_id, 'topic', topic, 'subject', subject), created_at
    from notices where emailed_at is null and dismissed_at is null and created_at > now() - interval '1 day'`,
  sql`insert into scheduled_jobs (queue, key, payload, due_at)
    select 'security-email', id, jsonb_build_object('userId', user_id, 'id', id), happened_at
    from security_events where email_to is not null`,
  sql`insert into scheduled_jobs (queue, key, payload, due_at)
    select 'newsletter-confirmation', id, jsonb_build_object('id', id), asked_at
    from newsletter_subscribers where confirm_email_due and asked_at > now() - interval '1 day'`,
  sql`insert into scheduled_jobs (queue, key, payload, due_at)
    select 'newsletter-issue', concat_ws(' ', subscriber_id, slug),
      jsonb_build_object('subscriberId', subscriber_id, 'slug', slug), due_at
    from newsletter_deliveries where sent_at is null and due_at > now() - interval '1 day'`,
  sql`insert into scheduled_jobs (queue, key, payload, due_at)
    select 'contact-email', id, jsonb_build_object('id', id), created_at
    from contact_messages where emailed_at is null and created_at > now() - interval '7 days'`,
  sql`insert into scheduled_jobs (queue, key, payload, due_at)
    select 'contact-receipt', id, jsonb_build_object('id', id), created_at
    from contact_messages where receipt_emailed_at is null and created_at > now() - interval '1 day'`,
  sql`insert into scheduled_jobs (queue, key, payload, due_at)
    select 'account-deletion', id, jsonb_build_object('userId', id), delete_after from users where delete_after is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table scheduled_jobs (
    queue text not null,
    key text not null,
    payload jsonb not null,
    due_at timestamptz not null,
    every_ms integer check (every_ms > 0),
    primary key (queue, key)
  )`.execute(db);
  await sql`create index scheduled_jobs_due_at on scheduled_jobs (due_at)`.execute(db);
  for (const statement of unfinished) await statement.execute(db);
  await sql`drop table stripe_events`.execute(db);
  await sql`drop table jobs`.execute(db);
  await sql`drop index notices_to_email`.execute(db);
  await sql`alter table notices drop column email_tried_at`.execute(db);
  await sql`drop index security_events_user_id_email_due`.execute(db);
  await sql`alter table security_events drop column email_tried_at`.execute(db);
  await sql`drop index newsletter_subscribers_emails`.execute(db);
  await sql`alter table newsletter_subscribers drop column email_tried_at`.execute(db);
  await sql`drop index newsletter_deliveries_due`.execute(db);
  await sql`alter table newsletter_deliveries drop column tried_at`.execute(db);
  await sql`drop index contact_messages_due`.execute(db);
  await sql`alter table contact_messages drop column tried_at`.execute(db);
  await sql`drop index guest_purchases_open`.execute(db);
  await sql`drop index subscriptions_refunds`.execute(db);
  await sql`alter table subscriptions drop column refund_tried_at`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions add column refund_tried_at timestamptz`.execute(db);
  await sql`update subscriptions set refund_tried_at = refund_requested_at`.execute(db);
  await sql`create index subscriptions_refunds on subscriptions (refund_requested_at) where refunded_at is null`.execute(
    db,
  );
  await sql`create index guest_purchases_open on guest_purchases (id) where outcome is null`.execute(db);
  await sql`alter table contact_messages add column tried_at timestamptz`.execute(db);
  await sql`create index contact_messages_due on contact_messages (created_at)
    where emailed_at is null or receipt_emailed_at is null`.execute(db);
  await sql`alter table newsletter_deliveries add column tried_at timestamptz`.execute(db);
  await sql`create index newsletter_deliveries_due on newsletter_deliveries (due_at) where sent_at is null`.execute(db);
  await sql`alter table newsletter_subscribers add column email_tried_at timestamptz`.execute(db);
  await sql`create index newsletter_subscribers_emails on newsletter_subscribers (asked_at) where confirm_email_due`.execute(
    db,
  );
  await sql`alter table security_events add column email_tried_at timestamptz`.execute(db);
  await sql`create index security_events_user_id_email_due on security_events (user_id, happened_at)
    where email_to is not null`.execute(db);
  await sql`alter table notices add column email_tried_at timestamptz`.execute(db);
  await sql`create index notices_to_email on notices (created_at) where emailed_at is null`.execute(db);
  await sql`create table jobs (name text primary key, ran_at timestamptz, leased_until timestamptz)`.execute(db);
  await sql`create table stripe_events (
    event_id text primary key,
    event_type text not null,
    stripe_customer_id text,
    stripe_session_id text,
    received_at timestamptz not null,
    tried_at timestamptz,
    attempts integer not null default 0,
    settled_at timestamptz
  )`.execute(db);
  await sql`create index stripe_events_open on stripe_events (received_at) where settled_at is null`.execute(db);
  await sql`insert into stripe_events (event_id, event_type, stripe_customer_id, stripe_session_id, received_at)
    select 'own-' || gen_random_uuid(), 'tenfold.changed', payload ->> 'customerId', payload ->> 'sessionId', due_at
    from scheduled_jobs where queue = 'stripe-sync'`.execute(db);
  await sql`drop table scheduled_jobs`.execute(db);
}
