import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { returningAdded, scheduleAddedNotices } from '../notices/added-notices.ts';

const DAY = sql`interval '1 day'`;
const isReachable = sql`u.email_confirmed_at is not null and u.delete_after is null`;
const dayOf = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD')`;

/** Records the renewals of annual plans up to `until`. The subject is the day in UTC, and `details` has the moment. */
export async function addRenewalNotices(db: Db, { now, until }: { now: Date; until: Date }): Promise<void> {
  await sql`
    with added as (
      insert into notices (user_id, topic, subject, created_at, details)
      select s.user_id, 'renewal', ${dayOf('s.current_period_end')}, ${now}::timestamptz,
        jsonb_build_object('at', s.current_period_end)
      from subscriptions s join users u on u.id = s.user_id
      where s.stripe_status = 'active' and s.cancel_at is null and s.price_id like '%annual'
        and s.current_period_end > ${now} and s.current_period_end <= ${until} and ${isReachable}
      on conflict do nothing ${returningAdded()}
    ) ${scheduleAddedNotices()}`.execute(db);
}

/**
 * Records that a payment is still missing `days` after it first failed, while the plan is kept. The subject is the first email's, followed
 * by the number of days.
 */
export async function addPaymentReminders(
  db: Db,
  { now, days }: { now: Date; days: readonly number[] },
): Promise<void> {
  await sql`
    with added as (
      insert into notices (user_id, topic, subject, created_at, details)
      select s.user_id, 'payment_failed', ${dayOf('p.plan_ends_at')} || ' ' || due.day, ${now}::timestamptz,
        jsonb_build_object('isReminder', true)
      from subscriptions s join users u on u.id = s.user_id join profiles p on p.user_id = s.user_id
        cross join lateral (
          select max(day) as day from unnest(${sql.val([...days])}::int[]) as day where s.past_due_since + day * ${DAY} <= ${now}
        ) due
      where s.stripe_status = 'past_due' and due.day is not null and p.plan_ends_at > ${now} and ${isReachable}
      on conflict do nothing ${returningAdded()}
    ) ${scheduleAddedNotices()}`.execute(db);
}

/** Records paid plans that have ended since `since`, because they were canceled or not paid. Refunds have their own email. */
export async function addEndedNotices(db: Db, { now, since }: { now: Date; since: Date }): Promise<void> {
  await sql`
    with added as (
      insert into notices (user_id, topic, subject, created_at, details)
      select p.user_id, 'access_ended', ${dayOf('p.plan_ends_at')}, ${now}::timestamptz, jsonb_build_object(
        'plan', p.subscription_tier, 'endedAt', p.plan_ends_at, 'isUnpaid', p.subscription_status = 'past_due')
      from profiles p join users u on u.id = p.user_id join subscriptions s on s.user_id = p.user_id
      where p.subscription_status in ('active', 'past_due', 'ended') and p.subscription_tier <> 'free'
        and p.plan_ends_at > ${since} and p.plan_ends_at <= ${now}
        and s.first_paid_at is not null and s.refund_requested_at is null and ${isReachable}
      on conflict do nothing ${returningAdded()}
    ) ${scheduleAddedNotices()}`.execute(db);
}
