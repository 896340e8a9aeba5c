import type { Db } from '../client.ts';
import type { UserId } from '../types.gen.ts';

export type NewSecurityEvent = {
  id: string;
  userId: UserId;
  kind: string;
  detail: string;
  ipAddress: string;
  userAgent: string;
  now: Date;
  /** Where the notice goes, or null for none. */
  mailTo: string | null;
};

export async function addSecurityEvent(db: Db, event: NewSecurityEvent): Promise<void> {
  await db
    .insertInto('security_events')
    .values({
      id: event.id,
      user_id: event.userId,
      kind: event.kind,
      detail: event.detail,
      ip_address: event.ipAddress,
      user_agent: event.userAgent,
      happened_at: event.now,
      mail_to: event.mailTo,
    })
    .execute();
}

export type SecurityEventRow = {
  id: string;
  kind: string;
  detail: string;
  ipAddress: string;
  userAgent: string;
  happenedAt: Date;
};

/** The newest first. */
export async function listSecurityEvents(db: Db, userId: UserId, limit: number): Promise<SecurityEventRow[]> {
  return db
    .selectFrom('security_events')
    .select(['id', 'kind', 'detail', 'ip_address as ipAddress', 'user_agent as userAgent', 'happened_at as happenedAt'])
    .where('user_id', '=', userId)
    .orderBy('happened_at', 'desc')
    .limit(limit)
    .execute();
}

/** How often a person signed in before, and how often from a device that called itself this. */
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

export type DueNotice = SecurityEventRow & { userId: UserId; mailTo: string; timeZone: string };

/**
 * Takes the notices that are to be mailed, of one person or of everybody, so that two processes never send the same one.
 * One that was taken before `retryBefore` and is still there was not sent, or its process died.
 */
export async function takeDueNotices(
  db: Db,
  wish: { userId: UserId | null; now: Date; notBefore: Date; retryBefore: Date; limit: number },
): Promise<DueNotice[]> {
  const due = db
    .selectFrom('security_events')
    .innerJoin('profiles', 'profiles.user_id', 'security_events.user_id')
    .select(['security_events.user_id', 'security_events.id', 'profiles.time_zone'])
    .where('mail_to', 'is not', null)
    .where((where) => where.or([where('mail_tried_at', 'is', null), where('mail_tried_at', '<', wish.retryBefore)]))
    .where('happened_at', '>=', wish.notBefore)
    .$if(wish.userId !== null, (query) => query.where('security_events.user_id', '=', wish.userId))
    .orderBy('mail_tried_at', (order) => order.asc().nullsFirst())
    .orderBy('happened_at')
    .limit(wish.limit)
    .forUpdate('security_events')
    .skipLocked();
  const rows = await db
    .with('due', () => due)
    .updateTable('security_events')
    .from('due')
    .set({ mail_tried_at: wish.now })
    .whereRef('security_events.user_id', '=', 'due.user_id')
    .whereRef('security_events.id', '=', 'due.id')
    .returning([
      'security_events.id',
      'security_events.user_id as userId',
      'security_events.kind',
      'security_events.detail',
      'security_events.ip_address as ipAddress',
      'security_events.user_agent as userAgent',
      'security_events.happened_at as happenedAt',
      'security_events.mail_to as mailTo',
      'due.time_zone as timeZone',
    ])
    .execute();
  return rows.flatMap((row) => (row.mailTo === null ? [] : [{ ...row, mailTo: row.mailTo }]));
}

/** A notice went out. The address is not kept with it. */
export async function noteNoticeSent(db: Db, userId: UserId, id: string): Promise<void> {
  await db
    .updateTable('security_events')
    .set({ mail_to: null })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

/** Forgets what happened before `before`, and notices that could not be sent since `unsentBefore`. */
export async function deleteOldSecurityEvents(db: Db, before: Date, unsentBefore: Date): Promise<void> {
  await db.deleteFrom('security_events').where('happened_at', '<', before).execute();
  await db
    .updateTable('security_events')
    .set({ mail_to: null })
    .where('mail_to', 'is not', null)
    .where('happened_at', '<', unsentBefore)
    .execute();
}
