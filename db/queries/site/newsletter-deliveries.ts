import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { enqueueJobs } from '../jobs/scheduled-jobs.ts';

type Plan = {
  slug: string;
  publishedAt: Date;
  now: Date;
  /** A subscriber who got an issue after this gets none now. */
  pauseFrom: Date;
  /** Unsent issues that became due after this are retried. */
  triedFrom: Date;
  limit: number;
};

/**
 * Plans this article, and schedules its email, for everyone who subscribed before it was published, got no other issue recently, and has not had this one. Returns
 * how many there were.
 */
export async function addDeliveries(db: Db, plan: Plan): Promise<number> {
  const { rows } = await sql`
    with added as (
      insert into newsletter_deliveries (subscriber_id, slug, due_at)
      select s.id, ${plan.slug}, ${plan.now}::timestamptz from newsletter_subscribers s
      where s.confirmed_at < ${plan.publishedAt}
        and not exists (select from newsletter_deliveries l where l.subscriber_id = s.id and (
          l.slug = ${plan.slug} or l.sent_at > ${plan.pauseFrom}
          or (l.sent_at is null and l.due_at >= ${plan.triedFrom})))
      limit ${sql.lit(plan.limit)}
      on conflict do nothing
      returning subscriber_id, slug, due_at
    )
    ${enqueueJobs({
      queue: 'newsletter-issue',
      key: sql`concat_ws(' ', subscriber_id, slug)`,
      payload: { subscriberId: sql`subscriber_id`, slug: sql`slug` },
      dueAt: sql`due_at`,
      from: sql`added`,
    })}
    returning key`.execute(db);
  return rows.length;
}

type DeliveryKey = { subscriberId: string; slug: string };
export type DueDelivery = { email: string; unsubscribeToken: string };

/** Somebody to whom an issue was not sent yet, and no other one after `pauseFrom`, whatever has been planned since. */
export async function findDueDelivery(
  db: Db,
  { subscriberId, slug }: DeliveryKey,
  pauseFrom: Date,
): Promise<DueDelivery | undefined> {
  return db
    .selectFrom('newsletter_deliveries')
    .innerJoin('newsletter_subscribers', 'newsletter_subscribers.id', 'newsletter_deliveries.subscriber_id')
    .select(['email', 'unsubscribe_token as unsubscribeToken'])
    .where('subscriber_id', '=', subscriberId)
    .where('slug', '=', slug)
    .where('sent_at', 'is', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('newsletter_deliveries as other')
            .select(sql`1`.as('one'))
            .whereRef('other.subscriber_id', '=', 'newsletter_deliveries.subscriber_id')
            .where('other.sent_at', '>', pauseFrom),
        ),
      ),
    )
    .executeTakeFirst();
}

export async function noteDelivered(db: Db, { subscriberId, slug }: DeliveryKey, now: Date): Promise<void> {
  await db
    .updateTable('newsletter_deliveries')
    .set({ sent_at: now })
    .where('subscriber_id', '=', subscriberId)
    .where('slug', '=', slug)
    .execute();
}

/** What was sent to a mailbox, newest first. */
export async function listDeliveriesTo(db: Db, mailbox: string): Promise<{ slug: string; sentAt: Date | null }[]> {
  return db
    .selectFrom('newsletter_deliveries')
    .innerJoin('newsletter_subscribers', 'newsletter_subscribers.id', 'newsletter_deliveries.subscriber_id')
    .select(['slug', 'sent_at as sentAt'])
    .where('email_lower', '=', mailbox)
    .where('sent_at', 'is not', null)
    .orderBy('sent_at', 'desc')
    .limit(1_000)
    .execute();
}
