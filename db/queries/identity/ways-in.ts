import { sql } from 'kysely';
import type { WayKind } from '#contract/account/ways-in.ts';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';

export type WayIn = {
  kind: WayKind;
  /** For one that is turned off: its id, with which its owner turns it back on. */
  id: string | null;
  /** What its owner, or whoever added it, called it; or the purpose of a link. */
  name: string;
  addedAt: Date;
  ipAddress: string;
  userAgent: string;
  disabledAt: Date | null;
};

/**
 * Every way into an account, those that are turned off last, the newest first. A table that is added here is one of
 * `WAYS_IN`, too.
 */
export async function listWaysIn(db: Db, userId: UserId, now: Date): Promise<WayIn[]> {
  const { rows } = await sql<WayIn>`
    select kind, id, name, added_at as "addedAt", ip_address as "ipAddress", user_agent as "userAgent",
      disabled_at as "disabledAt"
    from (
      select 'password' as kind, null::uuid as id, '' as name,
        coalesce(password_set_at, email_confirmed_at, created_at) as added_at,
        password_ip_address as ip_address, password_user_agent as user_agent, null::timestamptz as disabled_at
      from users where id = ${userId} and password_hash is not null
      union all
      select 'passkey', null, friendly_name, created_at, ip_address, user_agent, null
      from passkeys where user_id = ${userId}
      union all
      select provider, null, email, created_at, ip_address, user_agent, null
      from identities where user_id = ${userId}
      union all
      select factor_type, null, friendly_name, verified_at, ip_address, user_agent, null
      from factors where user_id = ${userId} and status = 'verified'
      union all
      select 'recovery_codes', null, count(*) || ' left', min(created_at), min(ip_address), min(user_agent), null
      from recovery_codes where user_id = ${userId} and used_at is null group by user_id
      union all
      select case kind when 'token' then 'script' else 'browser' end, null, '', created_at, ip_address, user_agent, null
      from sessions where user_id = ${userId} and expires_at > ${now} and absolute_expires_at > ${now}
      union all
      select 'link', null, purpose, created_at, '', '', null
      from email_links where user_id = ${userId} and expires_at > ${now}
      union all
      select 'former_email', null, email, replaced_at, ip_address, user_agent, null
      from former_emails where user_id = ${userId}
      union all
      select kind, id, name, added_at, ip_address, user_agent, disabled_at
      from disabled_ways where user_id = ${userId}
    ) as ways
    order by disabled_at desc nulls first, added_at desc`.execute(db);
  return rows;
}

export type PasswordAge = { confirmedAt: Date | null; setAt: Date | null };

/**
 * When the account's address was confirmed, and its password was set. `setAt` is null for the password of the sign-up.
 */
export async function findPasswordAge(db: Db, userId: UserId): Promise<PasswordAge | undefined> {
  return db
    .selectFrom('users')
    .select(['email_confirmed_at as confirmedAt', 'password_set_at as setAt'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** A password reset completes at this time, unless an earlier one is waiting. Returns the time. */
export async function startResetWait(trx: Db, userId: UserId, completesAt: Date): Promise<Date> {
  const row = await trx
    .updateTable('users')
    .set({ reset_completes_at: sql<Date>`coalesce(reset_completes_at, ${completesAt}::timestamptz)` })
    .where('id', '=', userId)
    .returning('reset_completes_at as at')
    .executeTakeFirst();
  return row?.at ?? completesAt;
}

/** Someone has passed the second factor that a reset was about to remove. */
export async function cancelResetWait(trx: Db, userId: UserId): Promise<void> {
  await trx
    .updateTable('users')
    .set({ reset_completes_at: null })
    .where('id', '=', userId)
    .where('reset_completes_at', 'is not', null)
    .execute();
}

/** The people whose resets have waited long enough, 100 at most. */
export async function listDueResets(db: Db, now: Date): Promise<UserId[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('reset_completes_at', '<=', now)
    .orderBy('reset_completes_at')
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
}

/** Ends the wait. Returns the person's address and when it was due, or undefined if it was canceled meanwhile. */
export async function takeDueReset(
  trx: Db,
  userId: UserId,
  now: Date,
): Promise<{ email: string; completedAt: Date } | undefined> {
  const { rows } = await sql<{ email: string; completedAt: Date }>`
    with before as (
      select id, reset_completes_at from users where id = ${userId} and reset_completes_at <= ${now} for update)
    update users set reset_completes_at = null from before where users.id = before.id
    returning users.email, before.reset_completes_at as "completedAt"`.execute(trx);
  return rows[0];
}
