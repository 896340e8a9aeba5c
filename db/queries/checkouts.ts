import { sql } from 'kysely';
import type { Db } from '../client.ts';
import type { CheckoutsTable, UserId } from '../types.gen.ts';

export type CheckoutAttempt = {
  id: string;
  startedAt: Date;
  expiresAt: Date;
  trialEndsAt: Date | null;
};
type NewAttempt = CheckoutAttempt & {
  userId: UserId;
  priceId: string;
  promotion: CheckoutsTable['promotion'];
  /** An attempt that was begun before and has no session yet failed: what it asked for may not be possible any more. */
  freshAfter: Date;
};

/**
 * The attempt that this click belongs to: the open one if it is for the same, or else a new one. One statement, so that any
 * number of clicks at once get the same.
 */
export async function openAttempt(db: Db, attempt: NewAttempt): Promise<CheckoutAttempt> {
  const same = sql`checkouts.price_id = excluded.price_id and checkouts.promotion is not distinct from excluded.promotion
    and checkouts.expires_at > ${attempt.startedAt}
    and (checkouts.stripe_session_id is not null or checkouts.started_at > ${attempt.freshAfter})`;
  const kept = (column: string) =>
    sql`case when ${same} then ${sql.ref(`checkouts.${column}`)} else ${sql.ref(`excluded.${column}`)} end`;
  const { rows } = await sql<CheckoutAttempt>`
    insert into checkouts (user_id, id, price_id, promotion, trial_ends_at, started_at, expires_at)
    values (${attempt.userId}, ${attempt.id}, ${attempt.priceId}, ${attempt.promotion}, ${attempt.trialEndsAt},
      ${attempt.startedAt}, ${attempt.expiresAt})
    on conflict (user_id) do update set
      id = ${kept('id')}, trial_ends_at = ${kept('trial_ends_at')}, started_at = ${kept('started_at')},
      expires_at = ${kept('expires_at')}, price_id = excluded.price_id, promotion = excluded.promotion
    returning id, started_at as "startedAt", expires_at as "expiresAt", trial_ends_at as "trialEndsAt"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an upsert returns its row');
  return row;
}

/** Notes the session of an attempt. Returns the one that was open before, which must not be paid any more. */
export async function noteSession(db: Db, userId: UserId, sessionId: string): Promise<string | null> {
  const { rows } = await sql<{ before: string | null }>`
    with before as (select stripe_session_id from checkouts where user_id = ${userId} for update)
    update checkouts set stripe_session_id = ${sessionId} from before where user_id = ${userId}
    returning before.stripe_session_id as before`.execute(db);
  const before = rows[0]?.before ?? null;
  return before === sessionId ? null : before;
}

/** The attempt is over: paid or expired at Stripe. The next click begins a new one. */
export async function closeAttempt(db: Db, userId: UserId): Promise<string | null> {
  const row = await db
    .deleteFrom('checkouts')
    .where('user_id', '=', userId)
    .returning('stripe_session_id')
    .executeTakeFirst();
  return row?.stripe_session_id ?? null;
}
