import { sql, type Kysely, type RawBuilder } from 'kysely';

/** Names an engineer would search for: table, old column, new column. */
const COLUMNS = [
  ['sessions', 'proved_at', 'authenticated_at'],
  ['profiles', 'mails_about_sign_ins', 'emails_about_sign_ins'],
  ['security_events', 'mail_to', 'email_to'],
  ['security_events', 'mail_tried_at', 'email_tried_at'],
  ['notices', 'mail_tried_at', 'email_tried_at'],
  ['notices', 'mailed_at', 'emailed_at'],
  ['contact_messages', 'mailed_at', 'emailed_at'],
  ['contact_messages', 'receipt_mailed_at', 'receipt_emailed_at'],
  ['newsletter_subscribers', 'confirm_mail_due', 'confirm_email_due'],
  ['newsletter_subscribers', 'mail_tried_at', 'email_tried_at'],
  ['guest_purchases', 'told_at', 'emailed_at'],
  ['subscriptions', 'read_number', 'sync_number'],
] as const;

/** A table's constraints keep its old name unless they are renamed too. */
const TABLES = [
  ['chores', 'jobs', ['pkey']],
  ['newsletter_letters', 'newsletter_deliveries', ['pkey', 'subscriber_id_fkey', 'slug_check']],
] as const;

const INDEXES = [
  ['security_events_user_id_mail_due', 'security_events_user_id_email_due'],
  ['notices_to_mail', 'notices_to_email'],
  ['newsletter_subscribers_mails', 'newsletter_subscribers_emails'],
  ['newsletter_letters_due', 'newsletter_deliveries_due'],
] as const;

function renames(isUp: boolean): RawBuilder<unknown>[] {
  const to = (old: string, current: string) =>
    isUp ? sql`${sql.ref(old)} to ${sql.ref(current)}` : sql`${sql.ref(current)} to ${sql.ref(old)}`;
  const rename = (kind: 'index' | 'sequence' | 'table', old: string, current: string) =>
    isUp
      ? sql`alter ${sql.raw(kind)} ${sql.table(old)} rename to ${sql.ref(current)}`
      : sql`alter ${sql.raw(kind)} ${sql.table(current)} rename to ${sql.ref(old)}`;
  return [
    ...COLUMNS.map(([table, old, current]) => sql`alter table ${sql.table(table)} rename column ${to(old, current)}`),
    ...TABLES.flatMap(([old, current, constraints]) => [
      ...constraints.map(
        (end) =>
          sql`alter table ${sql.table(isUp ? old : current)} rename constraint ${to(`${old}_${end}`, `${current}_${end}`)}`,
      ),
      rename('table', old, current),
    ]),
    ...INDEXES.map(([old, current]) => rename('index', old, current)),
    rename('sequence', 'billing_reads', 'billing_syncs'),
  ];
}

const values = [
  sql`update jobs set name = 'newsletter issues' where name = 'newsletter letters'`,
  sql`alter table email_links drop constraint email_links_purpose_check`,
  sql`update email_links set purpose = 'reauthenticate' where purpose = 'prove'`,
  sql`alter table email_links add constraint email_links_purpose_check
    check (purpose in ('confirm', 'reset_password', 'change_email', 'reauthenticate'))`,
];

const undoValues = [
  sql`update jobs set name = 'newsletter letters' where name = 'newsletter issues'`,
  sql`alter table email_links drop constraint email_links_purpose_check`,
  sql`update email_links set purpose = 'prove' where purpose = 'reauthenticate'`,
  sql`alter table email_links add constraint email_links_purpose_check
    check (purpose in ('confirm', 'reset_password', 'change_email', 'prove'))`,
];

// What is in use now was the row of a month named 'at once'. It has no month, so it gets a table of its own.
const inUse = [
  sql`create table usage_in_use (
    user_id uuid primary key references users (id) on delete cascade,
    automations integer not null default 0 check (automations >= 0),
    integrations integer not null default 0 check (integrations >= 0)
  )`,
  sql`insert into usage_in_use (user_id, automations, integrations)
    select user_id, automations_used, integrations_used from usage_tracking where month_year = 'at once'`,
  sql`delete from usage_tracking where month_year = 'at once'`,
  sql`alter table usage_tracking drop column integrations_used, drop column automations_used`,
  sql`alter table usage_tracking drop constraint usage_tracking_month_year_check`,
  sql`alter table usage_tracking add constraint usage_tracking_month_year_check check (month_year ~ '^[0-9]{4}-[0-9]{2}$')`,
  sql`alter table usage_receipts drop constraint usage_receipts_period_check`,
  sql`alter table usage_receipts alter column period drop not null`,
  sql`update usage_receipts set period = null where period = 'at once'`,
  sql`alter table usage_receipts add constraint usage_receipts_period_check check (period ~ '^[0-9]{4}-[0-9]{2}$')`,
  sql`alter table usage_receipts add constraint usage_receipts_check
    check ((period is null) = (kind in ('automations', 'integrations')))`,
  sql`update notices set subject = replace(subject, ' at once', '') where topic = 'usage_warning' and subject like '% at once'`,
];

// A column that is added stands last, so templates_used is made anew to stand behind integrations_used again.
const undoInUse = [
  sql`update notices set subject = subject || ' at once' where topic = 'usage_warning' and subject in ('automations', 'integrations')`,
  sql`alter table usage_receipts drop constraint usage_receipts_check`,
  sql`alter table usage_receipts drop constraint usage_receipts_period_check`,
  sql`update usage_receipts set period = 'at once' where period is null`,
  sql`alter table usage_receipts alter column period set not null`,
  sql`alter table usage_receipts add constraint usage_receipts_period_check
    check (period ~ '^[0-9]{4}-[0-9]{2}$' or period = 'at once')`,
  sql`alter table usage_tracking drop constraint usage_tracking_month_year_check`,
  sql`alter table usage_tracking add constraint usage_tracking_month_year_check
    check (month_year ~ '^[0-9]{4}-[0-9]{2}$' or month_year = 'at once')`,
  sql`alter table usage_tracking drop constraint usage_tracking_templates_used_check`,
  sql`alter table usage_tracking rename column templates_used to templates_before`,
  sql`alter table usage_tracking
    add column integrations_used integer not null default 0 check (integrations_used >= 0),
    add column templates_used integer not null default 0 check (templates_used >= 0),
    add column automations_used integer not null default 0 check (automations_used >= 0)`,
  sql`update usage_tracking set templates_used = templates_before where templates_before > 0`,
  sql`alter table usage_tracking drop column templates_before`,
  sql`insert into usage_tracking (user_id, month_year, automations_used, integrations_used)
    select user_id, 'at once', automations, integrations from usage_in_use`,
  sql`drop table usage_in_use`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...renames(true), ...values, ...inUse]) await statement.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...undoInUse, ...undoValues, ...renames(false)]) await statement.execute(db);
}
