import { sql } from 'kysely';
import type { Db } from '../client.ts';

type Plan = {
  slug: string;
  publishedAt: Date;
  now: Date;
  /** Who got a letter after this gets none now. */
  pauseFrom: Date;
  /** A letter that became due after this and was not sent is still tried. */
  triedFrom: Date;
  limit: number;
};

/**
 * Notes that this article is to be sent to those who were subscribed before it was published, had no other letter lately,
 * and have not had this one. Returns how many there were.
 */
export async function addLetters(db: Db, plan: Plan): Promise<number> {
  const { rows } = await sql`
    insert into newsletter_letters (subscriber_id, slug, due_at)
    select s.id, ${plan.slug}, ${plan.now}::timestamptz from newsletter_subscribers s
    where s.confirmed_at < ${plan.publishedAt}
      and not exists (select from newsletter_letters l where l.subscriber_id = s.id and (
        l.slug = ${plan.slug} or l.sent_at > ${plan.pauseFrom}
        or (l.sent_at is null and l.due_at >= ${plan.triedFrom})))
    limit ${sql.lit(plan.limit)}
    on conflict do nothing
    returning subscriber_id`.execute(db);
  return rows.length;
}

export type DueLetter = { subscriberId: string; slug: string; email: string; unsubscribeToken: string };
type Wish = {
  now: Date;
  notBefore: Date;
  retryBefore: Date;
  limit: number;
  /** Who got a letter after this gets none now, whatever another process has planned. */
  pauseFrom: Date;
  /** The articles that this process knows. */
  slugs: string[];
};

/** Takes letters that are due, so that two processes never send the same one (see mail-round). */
export async function takeDueLetters(db: Db, wish: Wish): Promise<DueLetter[]> {
  if (wish.slugs.length === 0) return [];
  const due = db
    .selectFrom('newsletter_letters')
    .innerJoin('newsletter_subscribers', 'newsletter_subscribers.id', 'newsletter_letters.subscriber_id')
    .select(['subscriber_id', 'slug', 'email', 'unsubscribe_token'])
    .where('sent_at', 'is', null)
    .where('due_at', '>=', wish.notBefore)
    .where((where) => where.or([where('tried_at', 'is', null), where('tried_at', '<', wish.retryBefore)]))
    .where('slug', 'in', wish.slugs)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('newsletter_letters as other')
            .select(sql`1`.as('one'))
            .whereRef('other.subscriber_id', '=', 'newsletter_letters.subscriber_id')
            .where('other.sent_at', '>', wish.pauseFrom),
        ),
      ),
    )
    .orderBy('tried_at', (order) => order.asc().nullsFirst())
    .orderBy('due_at')
    .limit(wish.limit)
    .forUpdate('newsletter_letters')
    .skipLocked();
  return db
    .with('due', () => due)
    .updateTable('newsletter_letters')
    .from('due')
    .set({ tried_at: wish.now })
    .whereRef('newsletter_letters.subscriber_id', '=', 'due.subscriber_id')
    .whereRef('newsletter_letters.slug', '=', 'due.slug')
    .returning([
      'newsletter_letters.subscriber_id as subscriberId',
      'newsletter_letters.slug',
      'due.email',
      'due.unsubscribe_token as unsubscribeToken',
    ])
    .execute();
}

type LetterKey = { subscriberId: string; slug: string };

export async function noteLetterSent(db: Db, { subscriberId, slug }: LetterKey, now: Date): Promise<void> {
  await db
    .updateTable('newsletter_letters')
    .set({ sent_at: now })
    .where('subscriber_id', '=', subscriberId)
    .where('slug', '=', slug)
    .execute();
}

/** What was sent to a mailbox, the newest first. */
export async function listLettersTo(db: Db, mailbox: string): Promise<{ slug: string; sentAt: Date | null }[]> {
  return db
    .selectFrom('newsletter_letters')
    .innerJoin('newsletter_subscribers', 'newsletter_subscribers.id', 'newsletter_letters.subscriber_id')
    .select(['slug', 'sent_at as sentAt'])
    .where('email_lower', '=', mailbox)
    .where('sent_at', 'is not', null)
    .orderBy('sent_at', 'desc')
    .limit(1_000)
    .execute();
}
