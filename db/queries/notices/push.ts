import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';
import type { NoticeKey } from './notices.ts';

/** Where a browser gets its notifications, and what they are encrypted with. */
export type PushSubscriptionRow = { endpoint: string; p256dh: string; auth: string };
/** The browser of a session, by the session's public id. */
type Browser = { userId: UserId; sessionId: string };

/** Has a browser show its owner's notifications. Nothing happens if its session has ended. */
export async function savePushSubscription(
  db: Db,
  { userId, sessionId, endpoint, p256dh, auth, now }: Browser & PushSubscriptionRow & { now: Date },
): Promise<void> {
  await sql`
    insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
    select user_id, public_id, ${endpoint}, ${p256dh}, ${auth}, ${now}::timestamptz
    from sessions where user_id = ${userId} and public_id = ${sessionId} for key share
    on conflict (user_id, session_id) do update
      set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at`.execute(
    db,
  );
}

/** Leaves a person the newest `most`, this browser's among them. */
export async function deleteSurplusPushSubscriptions(
  db: Db,
  { userId, sessionId }: Browser,
  most: number,
): Promise<void> {
  await sql`
    delete from push_subscriptions
    where user_id = ${userId} and session_id in (
      select session_id from push_subscriptions where user_id = ${userId}
      order by session_id = ${sessionId} desc, created_at desc offset ${most})`.execute(db);
}

/** Returns false if that browser doesn't show them, or isn't theirs. `endpoint` leaves it alone if it has another one by now. */
export async function deletePushSubscription(
  db: Db,
  { userId, sessionId }: Browser,
  endpoint: string | null = null,
): Promise<boolean> {
  const { rows } = await sql`
    delete from push_subscriptions
    where user_id = ${userId} and session_id = ${sessionId} and endpoint = coalesce(${endpoint}, endpoint)
    returning session_id`.execute(db);
  return rows.length > 0;
}

export type PushDevice = { sessionId: string; userAgent: string; createdAt: Date; showsTitles: boolean };

/** The browsers that show a person's notifications, newest first. */
export async function listPushDevices(db: Db, userId: UserId, now: Date): Promise<PushDevice[]> {
  return db
    .selectFrom('push_subscriptions as p')
    .innerJoin('sessions as s', (join) =>
      join.onRef('s.user_id', '=', 'p.user_id').onRef('s.public_id', '=', 'p.session_id'),
    )
    .select([
      'p.session_id as sessionId',
      's.user_agent as userAgent',
      'p.created_at as createdAt',
      'p.shows_titles as showsTitles',
    ])
    .where('p.user_id', '=', userId)
    .where('s.expires_at', '>', now)
    .where('s.absolute_expires_at', '>', now)
    .orderBy('p.created_at', 'desc')
    .execute();
}

/** Chooses whether a browser's notifications show titles. Returns false if it doesn't show any, or isn't theirs. */
export async function updateShowsTitles(
  db: Db,
  { userId, sessionId, showsTitles }: Browser & { showsTitles: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('push_subscriptions')
    .set({ shows_titles: showsTitles })
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Records that this browser is sent this notice, and returns where to. Undefined if that was done before, the notice is gone or was read, the
 * browser's session is over, or its owner has requested deletion.
 */
export async function claimPush(
  db: Db,
  { userId, sessionId, topic, subject, now }: Browser & NoticeKey & { now: Date },
): Promise<(PushSubscriptionRow & { showsTitles: boolean }) | undefined> {
  const { rows } = await sql<PushSubscriptionRow & { showsTitles: boolean }>`
    update notices n set pushed_to = array_append(n.pushed_to, p.session_id)
    from push_subscriptions p, sessions s, users u
    where n.user_id = ${userId} and n.topic = ${topic} and n.subject = ${subject} and n.read_at is null
      and p.user_id = ${userId} and p.session_id = ${sessionId} and not p.session_id = any (n.pushed_to)
      and s.user_id = ${userId} and s.public_id = p.session_id
      and s.expires_at > ${now} and s.absolute_expires_at > ${now}
      and u.id = ${userId} and u.delete_after is null
    returning p.endpoint, p.p256dh, p.auth, p.shows_titles as "showsTitles"`.execute(db);
  return rows[0];
}

/** It wasn't sent after all. */
export async function releasePush(db: Db, { userId, sessionId, topic, subject }: Browser & NoticeKey): Promise<void> {
  await sql`
    update notices set pushed_to = array_remove(pushed_to, ${sessionId}::uuid)
    where user_id = ${userId} and topic = ${topic} and subject = ${subject}`.execute(db);
}
