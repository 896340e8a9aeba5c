import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { CheckoutsTable, UserId } from '../../types.gen.ts';

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
  promotionCodeId: string | null;
  /** An earlier attempt that still has no session has failed: what it requested may no longer be possible. */
  freshAfter: Date;
};

/**
 * The attempt that this click belongs to: the open one if it is for the same purchase, or else a new one. One statement, so that any number
 * of simultaneous clicks get the same attempt.
 */
export async function openAttempt(db: Db, attempt: NewAttempt): Promise<CheckoutAttempt> {
  const same = sql`checkouts.price_id = excluded.price_id and checkouts.promotion is not distinct from excluded.promotion
    and checkouts.promotion_code_id is not distinct from excluded.promotion_code_id
    and checkouts.expires_at > ${attempt.startedAt}
    and (checkouts.stripe_session_id is not null or checkouts.started_at > ${attempt.freshAfter})`;
  const kept = (column: string) =>
    sql`case when ${same} then ${sql.ref(`checkouts.${column}`)} else ${sql.ref(`excluded.${column}`)} end`;
  const { rows } = await sql<CheckoutAttempt>`
    insert into checkouts (user_id, id, price_id, promotion, promotion_code_id, trial_ends_at, started_at, expires_at)
    values (${attempt.userId}, ${attempt.id}, ${attempt.priceId}, ${attempt.promotion}, ${attempt.promotionCodeId},
      ${attempt.trialEndsAt}, ${attempt.startedAt}, ${attempt.expiresAt})
    on conflict (user_id) do update set
      id = ${kept('id')}, trial_ends_at = ${kept('trial_ends_at')}, started_at = ${kept('started_at')},
      expires_at = ${kept('expires_at')}, price_id = excluded.price_id, promotion = excluded.promotion,
      promotion_code_id = excluded.promotion_code_id,
      stripe_session_id = ${kept('stripe_session_id')},
      replaced_session_id = case when ${same} then checkouts.replaced_session_id else coalesce(checkouts.stripe_session_id, checkouts.replaced_session_id) end
    returning id, started_at as "startedAt", expires_at as "expiresAt", trial_ends_at as "trialEndsAt",
      stripe_session_id as "sessionId"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`no checkout attempt for user ${attempt.userId}`);
  return row;
}

type Noted = { isNoted: boolean; replaced: string | null };

/**
 * Stores the session of an attempt, unless another attempt has replaced it in the meantime. `replaced` is the session that was open before
 * and must not be paid anymore.
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

/** Abandons an attempt if it hasn't changed since it was read. The next click starts a new one. */
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

/** A person's attempt, with the session that it replaces, which may still be open too. */
export function findAttempt(
  db: Db,
  userId: UserId,
): Promise<(Pick<CheckoutAttempt, 'id' | 'sessionId'> & { replaced: string | null }) | undefined> {
  return db
    .selectFrom('checkouts')
    .select(['id', 'stripe_session_id as sessionId', 'replaced_session_id as replaced'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export type PayPage = { userId: UserId; id: string; sessionId: string };

/** A person's pay page, for a poll: undefined if Stripe was asked about it after `checkedBefore`, so that polls don't ask twice. */
export async function takeOpenPage(
  db: Db,
  userId: UserId,
  { now, checkedBefore }: { now: Date; checkedBefore: Date },
): Promise<PayPage | undefined> {
  const { rows } = await sql<PayPage>`
    update checkouts set checked_at = ${now}
    where user_id = ${userId} and stripe_session_id is not null and (checked_at is null or checked_at <= ${checkedBefore})
    returning user_id as "userId", id, stripe_session_id as "sessionId"`.execute(db);
  return rows[0];
}

/** A person's pay page, if Stripe has made one. */
export async function findPayPage(db: Db, userId: UserId): Promise<(PayPage & { expiresAt: Date }) | undefined> {
  const row = await db
    .selectFrom('checkouts')
    .select(['user_id as userId', 'id', 'stripe_session_id as sessionId', 'expires_at as expiresAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && row.sessionId !== null ? { ...row, sessionId: row.sessionId } : undefined;
}
