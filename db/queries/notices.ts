import { sql } from 'kysely';
import type { Db } from '../client.ts';
import type { NoticesTable, UserId } from '../types.gen.ts';
import { accessColumns, type AccessRow } from './profiles.ts';

export type NoticeKey = { userId: UserId; topic: NoticesTable['topic']; subject: string };

/** Notes what a person is to be told. The same again is not told again. */
export async function addNotice(db: Db, { now, ...key }: NoticeKey & { now: Date }): Promise<void> {
  await db
    .insertInto('notices')
    .values({ user_id: key.userId, topic: key.topic, subject: key.subject, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Notes, of everybody, the trials that end before `until` and those that ended since `since`. A plan that goes on, or one
 * that is paid, is no end (contract/tiers). The subject is the day in UTC.
 */
export async function addTrialNotices(db: Db, { now, until, since }: Record<'now' | 'until' | 'since', Date>) {
  await sql`
    insert into notices (user_id, topic, subject, created_at)
    select p.user_id, told.topic, to_char(p.trial_ends_at at time zone 'UTC', 'YYYY-MM-DD'), ${now}::timestamptz
    from profiles p join users u on u.id = p.user_id
      cross join lateral (select case when p.trial_ends_at > ${now} then 'trial_ending' else 'trial_ended' end as topic) told
    where p.subscription_status in ('trial', 'trialing', 'ended')
      and p.trial_ends_at > ${since} and p.trial_ends_at <= ${until}
      and u.email_confirmed_at is not null and u.delete_after is null
      and (p.trial_ends_at > ${now} or p.subscription_status = 'trial' or p.subscription_tier = 'free' or p.plan_ends_at <= ${now})
      and (p.subscription_status <> 'ended' or p.trial_ends_at > ${now}::timestamptz - interval '1 hour')
      and not exists (select from notices n where n.user_id = p.user_id and n.topic = told.topic
        and n.subject = to_char(p.trial_ends_at at time zone 'UTC', 'YYYY-MM-DD'))
    on conflict do nothing`.execute(db);
}

export type DueMail = NoticeKey & AccessRow & { mailTo: string; timeZone: string };

/**
 * Takes notices that are to be mailed, so that two processes never send the same one. One that was taken before
 * `retryBefore` and is still there was not sent, or its process died. Who has not confirmed the address, or asked to be
 * deleted, gets none.
 */
export async function takeDueMails(
  db: Db,
  wish: { now: Date; notBefore: Date; retryBefore: Date; limit: number },
): Promise<DueMail[]> {
  const due = db
    .selectFrom('notices')
    .innerJoin('profiles', 'profiles.user_id', 'notices.user_id')
    .innerJoin('users', 'users.id', 'notices.user_id')
    .select(['notices.user_id', 'notices.topic', 'notices.subject', 'users.email', 'profiles.time_zone'])
    .select(accessColumns)
    .where('mailed_at', 'is', null)
    .where('dismissed_at', 'is', null)
    .where((where) => where.or([where('mail_tried_at', 'is', null), where('mail_tried_at', '<', wish.retryBefore)]))
    .where('notices.created_at', '>=', wish.notBefore)
    .where('users.email_confirmed_at', 'is not', null)
    .where('users.delete_after', 'is', null)
    .orderBy('mail_tried_at', (order) => order.asc().nullsFirst())
    .orderBy('notices.created_at')
    .limit(wish.limit)
    .forUpdate('notices')
    .skipLocked();
  return db
    .with('due', () => due)
    .updateTable('notices')
    .from('due')
    .set({ mail_tried_at: wish.now })
    .whereRef('notices.user_id', '=', 'due.user_id')
    .whereRef('notices.topic', '=', 'due.topic')
    .whereRef('notices.subject', '=', 'due.subject')
    .returning([
      'notices.user_id as userId',
      'notices.topic',
      'notices.subject',
      'due.email as mailTo',
      'due.time_zone as timeZone',
      'due.tier',
      'due.status',
      'due.trialEndsAt',
      'due.planEndsAt',
    ])
    .execute();
}

export async function noteMailed(db: Db, { userId, topic, subject }: NoticeKey, now: Date): Promise<void> {
  await db
    .updateTable('notices')
    .set({ mailed_at: now })
    .where('user_id', '=', userId)
    .where('topic', '=', topic)
    .where('subject', '=', subject)
    .execute();
}

/** Forgets a notice that nobody was told and that is not true any more; when it is true again, it is a new one. */
export async function dropNotice(db: Db, { userId, topic, subject }: NoticeKey): Promise<void> {
  await db
    .deleteFrom('notices')
    .where('user_id', '=', userId)
    .where('topic', '=', topic)
    .where('subject', '=', subject)
    .where('mailed_at', 'is', null)
    .where('dismissed_at', 'is', null)
    .execute();
}

/** The person has seen it. Only of a notice that is there. */
export async function dismissNotice(db: Db, { userId, topic, subject }: NoticeKey, now: Date): Promise<void> {
  await db
    .updateTable('notices')
    .set({ dismissed_at: now })
    .where('user_id', '=', userId)
    .where('topic', '=', topic)
    .where('subject', '=', subject)
    .where('dismissed_at', 'is', null)
    .execute();
}
