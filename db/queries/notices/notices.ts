import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { NoticesTable, NotificationPreferencesTable, UserId } from '../../types.gen.ts';
import { accessColumns, type AccessRow } from '../identity/profiles.ts';
import { returningAdded, scheduleAddedNotices, notifyBell } from './added-notices.ts';

export type NoticeKey = { userId: UserId; topic: NoticesTable['topic']; subject: string };

/** Adds a notice for a person, and schedules its email. Returns false if they already have it. `details` is what its email can't look up later. */
export async function addNotice(
  db: Db,
  { now, details = {}, ...key }: NoticeKey & { now: Date; details?: Record<string, unknown> },
): Promise<boolean> {
  const { rows } = await sql`
    with added as (
      insert into notices (user_id, topic, subject, created_at, details)
      values (${key.userId}::uuid, ${key.topic}, ${key.subject}, ${now}, ${sql.val(details)}::jsonb)
      on conflict do nothing ${returningAdded()}
    ), scheduled as (${scheduleAddedNotices({ owner: sql`${key.userId}::uuid` })})
    select 1 from added`.execute(db);
  return rows.length > 0;
}

/**
 * Records, for everyone, trials that end before `until` and those that have ended since `since`. A plan that continues, or is paid for, is
 * not an end (contract/tiers). The subject is the day in UTC, and `details` has the moment.
 */
export async function addTrialNotices(db: Db, { now, until, since }: Record<'now' | 'until' | 'since', Date>) {
  await sql`
    with added as (
      insert into notices (user_id, topic, subject, created_at, details)
      select p.user_id, due.topic, to_char(p.trial_ends_at at time zone 'UTC', 'YYYY-MM-DD'), ${now}::timestamptz,
        jsonb_build_object('at', p.trial_ends_at)
      from profiles p join users u on u.id = p.user_id
        cross join lateral (select case when p.trial_ends_at > ${now} then 'trial_ending' else 'trial_ended' end as topic) due
      where p.subscription_status in ('trial', 'trialing', 'ended')
        and p.trial_ends_at > ${since} and p.trial_ends_at <= ${until}
        and u.email_confirmed_at is not null and u.delete_after is null
        and (p.trial_ends_at > ${now} or p.subscription_status = 'trial' or p.subscription_tier = 'free' or p.plan_ends_at <= ${now})
        and (p.subscription_status <> 'ended' or p.trial_ends_at > ${now}::timestamptz - interval '1 hour')
        and not exists (select from notices n where n.user_id = p.user_id and n.topic = due.topic
          and n.subject = to_char(p.trial_ends_at at time zone 'UTC', 'YYYY-MM-DD'))
      on conflict do nothing ${returningAdded()}
    ) ${scheduleAddedNotices()}`.execute(db);
}

export type DueEmail = NoticeKey &
  AccessRow & {
    emailTo: string;
    timeZone: string;
    /** BCP 47; empty if the person chose none. */
    language: string;
    details: Record<string, unknown>;
    createdAt: Date;
    isRead: boolean;
    /** Whether another email about the same automation went out within the last hour. */
    isAutomationKnown: boolean;
    /** What the owner chose for emails of this kind; null if nothing. */
    choice: NotificationPreferencesTable['email'] | null;
  };

/**
 * A notice whose email is due, unless it was sent or dismissed, or is that most of a limit is used, where all of it is by now. People who
 * haven't confirmed their address, or have requested deletion, get none. `kind` is the one whose preference applies.
 */
export async function findDueEmail(
  db: Db,
  { userId, topic, subject }: NoticeKey,
  { kind, now }: { kind: NotificationPreferencesTable['kind'] | null; now: Date },
): Promise<DueEmail | undefined> {
  return db
    .selectFrom('notices')
    .innerJoin('profiles', 'profiles.user_id', 'notices.user_id')
    .innerJoin('users', 'users.id', 'notices.user_id')
    .leftJoin('notification_preferences as p', (join) =>
      join.onRef('p.user_id', '=', 'notices.user_id').on('p.kind', '=', kind),
    )
    .select([
      'notices.user_id as userId',
      'notices.topic',
      'notices.subject',
      'users.email as emailTo',
      'profiles.time_zone as timeZone',
      'profiles.language',
      'notices.details',
      'notices.created_at as createdAt',
      'p.email as choice',
      sql<boolean>`notices.read_at is not null`.as('isRead'),
      sql<boolean>`exists (
        select from notices other where other.user_id = ${userId} and other.topic = notices.topic
          and other.created_at > ${now}::timestamptz - interval '1 day' and other.emailed_at > ${now}::timestamptz - interval '1 hour'
          and other.details ->> 'automationId' = notices.details ->> 'automationId')`.as('isAutomationKnown'),
    ])
    .select(accessColumns)
    .where('notices.user_id', '=', userId)
    .where('notices.topic', '=', topic)
    .where('notices.subject', '=', subject)
    .where('emailed_at', 'is', null)
    .where('dismissed_at', 'is', null)
    .where((where) =>
      where.not(
        where.and([
          where('notices.topic', '=', 'usage_warning'),
          where.exists(
            where
              .selectFrom('notices as full')
              .select('full.user_id')
              .where('full.user_id', '=', userId)
              .where('full.topic', '=', 'usage_limit')
              .where('full.subject', '=', subject),
          ),
        ]),
      ),
    )
    .where('users.email_confirmed_at', 'is not', null)
    .where('users.delete_after', 'is', null)
    .executeTakeFirst();
}

export async function noteEmailed(db: Db, { userId, topic, subject }: NoticeKey, now: Date): Promise<void> {
  await db
    .updateTable('notices')
    .set({ emailed_at: now })
    .where('user_id', '=', userId)
    .where('topic', '=', topic)
    .where('subject', '=', subject)
    .execute();
}

/** Where to email a person, and their plan; undefined if they haven't confirmed their address, or have requested deletion. */
export async function findRecipient(db: Db, userId: UserId): Promise<(AccessRow & { emailTo: string }) | undefined> {
  return db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
    .select('users.email as emailTo')
    .select(accessColumns)
    .where('users.id', '=', userId)
    .where('users.email_confirmed_at', 'is not', null)
    .where('users.delete_after', 'is', null)
    .executeTakeFirst();
}

/** One email was about all these: `topic:subject`. */
export async function noteManyEmailed(db: Db, userId: UserId, ids: readonly string[], now: Date): Promise<void> {
  await sql`
    update notices set emailed_at = ${now}
    where user_id = ${userId} and (topic, subject) in (
      select split_part(id, ':', 1), substr(id, strpos(id, ':') + 1) from unnest(${[...ids]}::text[]) as id)`.execute(
    db,
  );
}

/** Deletes an unsent notice that is no longer true. If it becomes true again, it counts as new. */
export async function dropNotice(db: Db, { userId, topic, subject }: NoticeKey): Promise<void> {
  await sql`
    delete from notices
    where user_id = ${userId} and topic = ${topic} and subject = ${subject} and emailed_at is null and dismissed_at is null
    returning ${notifyBell(sql`user_id`)}`.execute(db);
}

/** Deletes notices that are no longer true, emailed or not. If they become true again, they count as new. */
export async function deleteNotices(
  trx: Db,
  userId: UserId,
  notices: readonly Pick<NoticeKey, 'topic' | 'subject'>[],
): Promise<void> {
  await sql`
    delete from notices
    where user_id = ${userId} and (topic, subject) in (
      select topic, subject from unnest(${notices.map(({ topic }) => topic)}::text[], ${notices.map(({ subject }) => subject)}::text[])
        as over (topic, subject))
    returning ${notifyBell(sql`user_id`)}`.execute(trx);
}

/** A failed payment that was paid since, or whose plan is over, needs nobody's attention anymore. */
export async function markPaymentFailuresRead(trx: Db, userId: UserId, now: Date): Promise<void> {
  await sql`
    update notices set read_at = ${now}
    where user_id = ${userId} and topic = 'payment_failed' and read_at is null
    returning ${notifyBell(sql`user_id`)}`.execute(trx);
}

/** The person closed the warning of an existing notice. If it is about a limit that is reached by now, they have seen that, too. */
export async function dismissNotice(db: Db, { userId, topic, subject }: NoticeKey, now: Date): Promise<void> {
  await sql`
    update notices set dismissed_at = coalesce(dismissed_at, ${now}::timestamptz), read_at = coalesce(read_at, ${now}::timestamptz)
    where user_id = ${userId} and subject = ${subject} and (dismissed_at is null or read_at is null)
      and (topic = ${topic} or (topic = 'usage_limit' and ${topic} = 'usage_warning'))
    returning ${notifyBell(sql`user_id`)}`.execute(db);
}

/** Deletes what was added before `before`, except that what counts only while in use is near its limit: there is one such notice, ever. */
export async function deleteOldNotices(db: Db, before: Date): Promise<void> {
  await sql`
    delete from notices
    where created_at < ${before} and not (topic in ('usage_warning', 'usage_limit') and subject in ('automations', 'integrations'))`.execute(
    db,
  );
}
