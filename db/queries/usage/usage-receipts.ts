import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { UsageReceiptsTable, UserId } from '../../types.gen.ts';
import { countUse, type Use, type UsageKind } from './count-use.ts';

type Key = { userId: UserId; id: string };

/** Counts a use if it fits, in one statement. Returns the new total, or undefined if nothing was counted. */
export async function reserveUse(db: Db, { subject, ...use }: Use & { subject: string }): Promise<number | undefined> {
  const { rows } = await sql<{ used: number }>`
    with wanted as (select ${subject}::text as subject), ${countUse(use)} select used from unit`.execute(db);
  return rows[0]?.used;
}

export type KnownUse = { kind: UsageKind; subject: string; status: UsageReceiptsTable['status'] };

export async function findUse(db: Db, { userId, id }: Key): Promise<KnownUse | undefined> {
  return db
    .selectFrom('usage_receipts')
    .select(['kind', 'subject', 'status'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Settles a reservation. Returns false if it was settled or released before. */
export async function settleUse(db: Db, { userId, id }: Key, now: Date): Promise<boolean> {
  const settled = await db
    .updateTable('usage_receipts')
    .set({ status: 'counted', settled_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '=', 'reserved')
    .returning('id')
    .executeTakeFirst();
  return settled !== undefined;
}

const less = (counter: string, kind: UsageKind) =>
  sql`greatest(${sql.ref(counter)} - ${sql.ref(`released.${kind}`)}, 0)`;
const sumOf = (kind: UsageKind) => sql`coalesce(sum(amount) filter (where kind = ${sql.lit(kind)}), 0)::int`;

/**
 * Releases the receipts that `which` selects and subtracts them from the counters, in one statement: one person's, or everyone's if `userId`
 * is null. Returns how many there were.
 */
async function release(
  db: Db,
  { userId, which, now }: { userId: UserId | null; which: ReturnType<typeof sql>; now: Date },
): Promise<number> {
  const isTheirs = (column: string) => (userId === null ? sql`true` : sql`${sql.ref(column)} = ${userId}`);
  const { rows } = await sql<{ count: number }>`
    with receipts as (
      update usage_receipts set status = 'released', settled_at = ${now}::timestamptz where ${isTheirs('user_id')} and ${which}
      returning user_id, period, kind, amount
    ),
    released as (
      select user_id, period, ${sumOf('messages')} as messages, ${sumOf('exports')} as exports, ${sumOf('templates')} as templates,
        ${sumOf('automations')} as automations, ${sumOf('integrations')} as integrations
      from receipts group by user_id, period
    ),
    given_back as (
      update usage_tracking as t set messages_used = ${less('t.messages_used', 'messages')},
        exports_used = ${less('t.exports_used', 'exports')}, templates_used = ${less('t.templates_used', 'templates')}
      from released where ${isTheirs('t.user_id')} and t.user_id = released.user_id and t.month_year = released.period
    ),
    no_longer_in_use as (
      update usage_in_use as u set automations = ${less('u.automations', 'automations')},
        integrations = ${less('u.integrations', 'integrations')}
      from released where ${isTheirs('u.user_id')} and u.user_id = released.user_id and released.period is null
    )
    select count(*)::int as count from receipts`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Releases a reservation, or a use of a kind that counts only while in use. What was used in a month stays used. Returns false if there was
 * nothing to release.
 */
export async function releaseUse(db: Db, { userId, id }: Key, now: Date): Promise<boolean> {
  const isOpen = sql`(status = 'reserved' or (status = 'counted' and period is null))`;
  return (await release(db, { userId, which: sql`id = ${id}::uuid and ${isOpen}`, now })) > 0;
}

/** Releases several uses that count only while in use. */
export async function releaseUses(db: Db, { userId, ids }: { userId: UserId; ids: readonly string[] }, now: Date) {
  await release(db, {
    userId,
    which: sql`id = any (${[...ids]}::uuid[]) and period is null and status <> 'released'`,
    now,
  });
}

/** Forgets a receipt that was released, so that its id can be used again. */
export async function deleteReleased(db: Db, { userId, id }: Key): Promise<void> {
  await db
    .deleteFrom('usage_receipts')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('status', '=', 'released')
    .execute();
}

/**
 * Releases what was reserved before `before` and never settled, because its process died. Messages are settled with their turns; those of
 * automations, which have none, may wait for another attempt for a day. There is no age limit: all processes may have been down.
 */
export async function releaseForgotten(db: Db, { before, now }: Record<'before' | 'now', Date>) {
  const which = sql`created_at < ${before} and status = 'reserved' and (kind <> 'messages' or (
    created_at < ${before}::timestamptz - interval '1 day'
    and not exists (select from turns t where t.user_id = usage_receipts.user_id and t.id = usage_receipts.id)))`;
  await release(db, { userId: null, which, now });
}

export type ReceiptRow = {
  id: string;
  kind: UsageKind;
  subject: string;
  amount: number;
  status: UsageReceiptsTable['status'];
  createdAt: Date;
};

/** A page of a period's receipts, newest first, starting after the receipt `after`. */
export async function listReceipts(
  db: Db,
  { userId, period, after, limit }: { userId: UserId; period: string | null; after: string | null; limit: number },
): Promise<ReceiptRow[]> {
  const last = sql`(select r.created_at, r.id from usage_receipts r where r.user_id = ${userId} and r.id = ${after}::uuid)`;
  return db
    .selectFrom('usage_receipts')
    .select(['id', 'kind', 'subject', 'amount', 'status', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .where('period', period === null ? 'is' : '=', period)
    .$if(after !== null, (query) => query.where(sql<boolean>`(created_at, id) < ${last}`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The sum of a period's receipts, without those that were released. */
export async function sumReceipts(
  db: Db,
  userId: UserId,
  period: string | null,
): Promise<{ kind: UsageKind; amount: number }[]> {
  return db
    .selectFrom('usage_receipts')
    .select((select) => ['kind', select.cast<number>(select.fn.sum('amount'), 'integer').as('amount')])
    .where('user_id', '=', userId)
    .where('period', period === null ? 'is' : '=', period)
    .where('status', '<>', 'released')
    .groupBy('kind')
    .execute();
}
