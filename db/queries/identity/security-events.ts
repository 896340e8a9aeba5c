import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';
import { returningAdded, schedulePushes } from '../notices/added-notices.ts';

export type NewSecurityEvent = {
  id: string;
  userId: UserId;
  kind: string;
  detail: string;
  ipAddress: string;
  userAgent: string;
  now: Date;
  /** Where the notice goes, or null for none. */
  emailTo: string | null;
  /** Whether the bell tells of it. */
  isShown: boolean;
};

export async function addSecurityEvent(db: Db, event: NewSecurityEvent): Promise<void> {
  const added = db
    .insertInto('security_events')
    .values({
      id: event.id,
      user_id: event.userId,
      kind: event.kind,
      detail: event.detail,
      ip_address: event.ipAddress,
      user_agent: event.userAgent,
      happened_at: event.now,
      email_to: event.emailTo,
    })
    .returning(['user_id', 'id', 'happened_at']);
  await sql`
    with added as (${added}),
    news as (
      insert into notices (user_id, topic, subject, created_at)
      select user_id, 'security', id::text, happened_at from added where ${event.isShown}::boolean
      ${returningAdded()})
    ${schedulePushes({ added: sql`news`, owner: sql`${event.userId}::uuid` })}`.execute(db);
}

export type SecurityEventRow = {
  id: string;
  kind: string;
  detail: string;
  ipAddress: string;
  userAgent: string;
  happenedAt: Date;
};

/** Newest first. */
export async function listSecurityEvents(db: Db, userId: UserId, limit: number): Promise<SecurityEventRow[]> {
  return db
    .selectFrom('security_events')
    .select(['id', 'kind', 'detail', 'ip_address as ipAddress', 'user_agent as userAgent', 'happened_at as happenedAt'])
    .where('user_id', '=', userId)
    .orderBy('happened_at', 'desc')
    .limit(limit)
    .execute();
}

/** How often a person has signed in before, and how often from a device with this name. */
export async function countSignIns(
  db: Db,
  userId: UserId,
  device: string,
): Promise<{ all: number; fromDevice: number }> {
  return db
    .selectFrom('security_events')
    .select((select) => [
      select.fn.countAll<number>().as('all'),
      select.fn.countAll<number>().filterWhere('detail', '=', device).as('fromDevice'),
    ])
    .where('user_id', '=', userId)
    .where('kind', 'in', ['signed_in', 'signed_in_new_device'])
    .executeTakeFirstOrThrow();
}

export type DueNotice = SecurityEventRow & { userId: UserId; emailTo: string; timeZone: string };

/** A notice that is due by email; undefined once it was sent. */
export async function findDueNotice(
  db: Db,
  { userId, id }: { userId: UserId; id: string },
): Promise<DueNotice | undefined> {
  const row = await db
    .selectFrom('security_events')
    .innerJoin('profiles', 'profiles.user_id', 'security_events.user_id')
    .select([
      'security_events.id',
      'security_events.user_id as userId',
      'security_events.kind',
      'security_events.detail',
      'security_events.ip_address as ipAddress',
      'security_events.user_agent as userAgent',
      'security_events.happened_at as happenedAt',
      'security_events.email_to as emailTo',
      'profiles.time_zone as timeZone',
    ])
    .where('security_events.user_id', '=', userId)
    .where('security_events.id', '=', id)
    .executeTakeFirst();
  return row && row.emailTo !== null ? { ...row, emailTo: row.emailTo } : undefined;
}

/** A notice was sent. The address is not kept with it. */
export async function noteNoticeSent(db: Db, userId: UserId, id: string): Promise<void> {
  await db
    .updateTable('security_events')
    .set({ email_to: null })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

/** Deletes what happened before `before`, and notices that could not be sent since `unsentBefore`. */
export async function deleteOldSecurityEvents(db: Db, before: Date, unsentBefore: Date): Promise<void> {
  await db.deleteFrom('security_events').where('happened_at', '<', before).execute();
  await db
    .updateTable('security_events')
    .set({ email_to: null })
    .where('email_to', 'is not', null)
    .where('happened_at', '<', unsentBefore)
    .execute();
}

/**
 * For accounts with more than 100 events since `since`, deletes all but the newest `most` events, and their notices in
 * the bell. Nobody gets that many by accident.
 */
export async function deleteSurplusSecurityEvents(
  db: Db,
  { most, since }: { most: number; since: Date },
): Promise<void> {
  await sql`
    with owners as (
      select user_id from security_events where happened_at >= ${since}::timestamptz
      group by user_id having count(*) > 100
    ),
    surplus as (
      select owners.user_id, old.id from owners cross join lateral (
        select id from security_events e where e.user_id = owners.user_id
        order by happened_at desc offset ${most}::int
      ) old
    ),
    gone as (
      delete from security_events e using surplus where e.user_id = surplus.user_id and e.id = surplus.id
    )
    delete from notices n using surplus
    where n.user_id = surplus.user_id and n.topic = 'security' and n.subject = surplus.id::text`.execute(db);
}
