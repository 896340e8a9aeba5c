import { sql } from 'kysely';
import type { Db } from '../client.ts';
import type { CheckoutsTable, UserId } from '../types.gen.ts';

export type CheckoutAttempt = {
  id: string;
  startedAt: Date;
  expiresAt: Date;
  trialEndsAt: Date | null;
  /** Null until Stripe has answered. */
  sessionId: string | null;
};
type NewAttempt = Omit<CheckoutAttempt, 'sessionId'> & {
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
      expires_at = ${kept('expires_at')}, price_id = excluded.price_id, promotion = excluded.promotion,
      stripe_session_id = ${kept('stripe_session_id')},
      replaced_session_id = case when ${same} then checkouts.replaced_session_id else coalesce(checkouts.stripe_session_id, checkouts.replaced_session_id) end
    returning id, started_at as "startedAt", expires_at as "expiresAt", trial_ends_at as "trialEndsAt",
      stripe_session_id as "sessionId"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an upsert returns its row');
  return row;
}

type Noted = { isNoted: boolean; replaced: string | null };

/**
 * Notes the session of an attempt, unless another attempt took its place meanwhile. `replaced` is the session that was open
 * before and must not be paid any more.
 */
export async function noteSession(
  db: Db,
  { userId, id, sessionId }: { userId: UserId; id: string; sessionId: string },
): Promise<Noted> {
  const { rows } = await sql<{ replaced: string | null }>`
    with before as (select replaced_session_id from checkouts where user_id = ${userId} and id = ${id} for update)
    update checkouts set stripe_session_id = ${sessionId}, replaced_session_id = null
    from before where user_id = ${userId} and id = ${id}
    returning before.replaced_session_id as replaced`.execute(db);
  const [row] = rows;
  return { isNoted: row !== undefined, replaced: row?.replaced ?? null };
}

/** Gives an attempt up that stands as it was seen: the next click begins a new one. */
export async function dropAttempt(
  db: Db,
  userId: UserId,
  { id, sessionId }: Pick<CheckoutAttempt, 'id' | 'sessionId'>,
): Promise<void> {
  await db
    .deleteFrom('checkouts')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('stripe_session_id', 'is not distinct from', sessionId)
    .execute();
}

/** The attempt is over: there is a plan. Returns the session that may still be open. */
export async function closeAttempt(db: Db, userId: UserId): Promise<string | null> {
  const row = await db
    .deleteFrom('checkouts')
    .where('user_id', '=', userId)
    .returning('stripe_session_id')
    .executeTakeFirst();
  return row?.stripe_session_id ?? null;
}
