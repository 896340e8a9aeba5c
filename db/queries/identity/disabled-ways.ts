import { sql, type RawBuilder } from 'kysely';
import type { OAuthProvider } from '#contract/account/oauth-providers.ts';
import type { DisablableKind } from '#contract/account/ways-in.ts';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';

/** What was added after `since`, and not after `until`. */
type Added = { userId: UserId; since: Date; until?: Date; now: Date };
type Move = { now: Date; kind: RawBuilder<unknown>; name: RawBuilder<unknown>; addedAt: string };

/** Part of a statement: the columns of a turned off way, in the order in which they're inserted. */
const COLUMNS = sql`(user_id, id, kind, name, added_at, ip_address, user_agent, disabled_at, content)`;

/** Moves the rows that `removed` deletes, one way each. Returns how many. */
async function moveRows(trx: Db, removed: RawBuilder<unknown>, { now, kind, name, addedAt }: Move) {
  const { rows } = await sql`
    with removed as (${removed} returning *)
    insert into disabled_ways ${COLUMNS}
    select user_id, gen_random_uuid(), ${kind}, ${name}, ${sql.ref(addedAt)}, ip_address, user_agent,
      ${now}::timestamptz, jsonb_build_array(to_jsonb(removed)) from removed
    returning id`.execute(trx);
  return rows.length;
}

export function disablePasskeys(trx: Db, { userId, since, now }: Added): Promise<number> {
  const removed = sql`delete from passkeys where user_id = ${userId} and created_at > ${since}::timestamptz`;
  return moveRows(trx, removed, { now, kind: sql`'passkey'`, name: sql`friendly_name`, addedAt: 'created_at' });
}

export function disableIdentities(trx: Db, { userId, since, now }: Added): Promise<number> {
  const removed = sql`delete from identities where user_id = ${userId} and created_at > ${since}::timestamptz`;
  return moveRows(trx, removed, { now, kind: sql`provider`, name: sql`email`, addedAt: 'created_at' });
}

/** An enrollment that was never completed is deleted with them. */
export async function disableFactors(trx: Db, { userId, since, until, now }: Added): Promise<number> {
  await trx.deleteFrom('factors').where('user_id', '=', userId).where('status', '=', 'unverified').execute();
  const removed = sql`
    delete from factors
    where user_id = ${userId} and verified_at > ${since}::timestamptz and verified_at <= ${until ?? now}::timestamptz`;
  return moveRows(trx, removed, { now, kind: sql`factor_type`, name: sql`friendly_name`, addedAt: 'verified_at' });
}

/** The codes were made together and are one way. */
export async function disableRecoveryCodes(trx: Db, { userId, since, until, now }: Added): Promise<number> {
  const { rows } = await sql`
    with removed as (
      delete from recovery_codes
      where user_id = ${userId} and created_at > ${since}::timestamptz and created_at <= ${until ?? now}::timestamptz
      returning *)
    insert into disabled_ways ${COLUMNS}
    select user_id, gen_random_uuid(), 'recovery_codes', '', min(created_at), min(ip_address), min(user_agent),
      ${now}::timestamptz, jsonb_agg(to_jsonb(removed)) from removed group by user_id
    returning id`.execute(trx);
  return rows.length;
}

export async function disablePassword(trx: Db, { userId, since, now }: Added): Promise<number> {
  const { rows } = await sql`
    with before as (
      select * from users
      where id = ${userId} and password_hash is not null and password_set_at > ${since}::timestamptz for update),
    removed as (update users set password_hash = null from before where users.id = before.id returning before.*)
    insert into disabled_ways ${COLUMNS}
    select id, gen_random_uuid(), 'password', '', password_set_at, password_ip_address, password_user_agent,
      ${now}::timestamptz, jsonb_build_array(jsonb_build_object('password_hash', password_hash)) from removed
    returning id`.execute(trx);
  return rows.length;
}

/** A new password makes the ones that were turned off useless. */
export async function deleteDisabledPasswords(trx: Db, userId: UserId): Promise<void> {
  await trx.deleteFrom('disabled_ways').where('user_id', '=', userId).where('kind', '=', 'password').execute();
}

export async function findDisabledWay(
  db: Db,
  userId: UserId,
  id: string,
): Promise<{ kind: DisablableKind; name: string } | undefined> {
  return db
    .selectFrom('disabled_ways')
    .select(['kind', 'name'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Whether this identity was turned off for this account, and hasn't been turned back on. */
export async function isIdentityDisabled(
  db: Db,
  userId: UserId,
  { provider, subject }: { provider: OAuthProvider; subject: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('disabled_ways')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', provider)
    .where(sql<boolean>`content -> 0 ->> 'subject' = ${subject}`)
    .executeTakeFirst();
  return row !== undefined;
}

const TABLES: Record<Exclude<DisablableKind, 'password'>, string> = {
  passkey: 'passkeys',
  google: 'identities',
  slack: 'identities',
  totp: 'factors',
  phone: 'factors',
  recovery_codes: 'recovery_codes',
};

/**
 * Moves a way back to where it was. Returns false, and changes nothing, if something else has taken its place. A second
 * factor counts as added now: if it is the thief's after all, the next reset removes it.
 */
export async function restoreWay(
  trx: Db,
  { userId, id, kind, now }: { userId: UserId; id: string; kind: DisablableKind; now: Date },
): Promise<boolean> {
  const way = sql`disabled_ways w where w.user_id = ${userId} and w.id = ${id}`;
  const isFree =
    kind === 'recovery_codes' ? sql`not exists (select from recovery_codes where user_id = ${userId})` : sql`true`;
  const isFactor = kind === 'totp' || kind === 'phone';
  const item = isFactor ? sql`item || jsonb_build_object('verified_at', ${now}::timestamptz)` : sql`item`;
  const { rows } =
    kind === 'password'
      ? await sql`
          update users set password_hash = (select content -> 0 ->> 'password_hash' from ${way})
          where id = ${userId} and password_hash is null returning id`.execute(trx)
      : await sql`
          insert into ${sql.table(TABLES[kind])}
          select r.* from (select content from ${way}) as w, jsonb_array_elements(w.content) as item,
            jsonb_populate_record(null::${sql.table(TABLES[kind])}, ${item}) as r
          where ${isFree}
          on conflict do nothing returning user_id`.execute(trx);
  return rows.length > 0 && (await deleteDisabledWay(trx, userId, id));
}

export async function deleteDisabledWay(db: Db, userId: UserId, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('disabled_ways')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteDisabledWaysBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('disabled_ways').where('disabled_at', '<=', before).execute();
}
