import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { AutomationsTable, UserId } from '../../types.gen.ts';
import { countUse, type Use } from '../usage/count-use.ts';
import type { AutomationKey } from './automations.ts';

/** What goes live. */
export type Live = { triggerKind: AutomationsTable['trigger_kind']; listensTo: string | null };

/** Part of a statement: `live` has an automation whose newest version is live now. */
const markPublished = (userId: UserId, now: Date) => sql`
  published as (
    update automation_versions v set published_at = ${now}::timestamptz from live
    where v.user_id = ${userId} and v.automation_id = live.id and v.version = live.live_version and v.published_at is null
  )`;

/** Makes the draft live if its revision is still `revision`. Returns undefined if it isn't. */
export async function publishDraft(
  trx: Db,
  { userId, automationId }: AutomationKey,
  { live, revision, now }: { live: Live; revision: number; now: Date },
): Promise<{ isOn: boolean } | undefined> {
  const isOn = sql`turned_on_at is not null`;
  const { rows } = await sql<{ isOn: boolean }>`
    with live as (
      update automations set live_version = draft_version, trigger_kind = ${live.triggerKind},
        listens_to = case when ${isOn} then ${live.listensTo}::text end
      where user_id = ${userId} and id = ${automationId}::uuid and revision = ${revision}::int and deleted_at is null
      returning id, live_version, ${isOn} as is_on
    ), ${markPublished(userId, now)}
    select is_on as "isOn" from live`.execute(trx);
  return rows[0];
}

type TurnOn = Omit<Use, 'kind' | 'status' | 'amount' | 'period'> & AutomationKey & { live: Live; revision: number };

/**
 * Turns an automation on with its draft live, and counts it, in one statement. Returns undefined if nothing was done: it doesn't fit, the
 * draft was changed meanwhile, or it is on.
 */
export async function turnOn(trx: Db, { automationId, live, revision, ...use }: TurnOn): Promise<number | undefined> {
  const { userId, id, now } = use;
  const { rows } = await sql<{ used: number }>`
    with wanted as (
      select left(name, 100) as subject from automations
      where user_id = ${userId} and id = ${automationId}::uuid and revision = ${revision}::int and turned_on_at is null and deleted_at is null
      for update
    ),
    ${countUse({ ...use, kind: 'automations', status: 'counted', amount: 1, period: null })},
    live as (
      update automations set live_version = draft_version, trigger_kind = ${live.triggerKind}, listens_to = ${live.listensTo}::text,
        turned_on_at = ${now}::timestamptz, receipt_id = ${id}::uuid, pause_reason = null, failures = 0
      where user_id = ${userId} and id = ${automationId}::uuid and exists (select from unit)
      returning id, live_version
    ), ${markPublished(userId, now)}
    select used from unit`.execute(trx);
  return rows[0]?.used;
}

/** Why nothing was turned on. */
export async function findSwitch(
  trx: Db,
  { userId, automationId }: AutomationKey,
): Promise<{ isOn: boolean; revision: number } | undefined> {
  return trx
    .selectFrom('automations')
    .select([sql<boolean>`turned_on_at is not null`.as('isOn'), 'revision'])
    .where('user_id', '=', userId)
    .where('id', '=', automationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export type TurnedOff = { automationId: string; receiptId: string };

/** Turns automations off; `pauseReason` if their owner didn't. Their units are still to be released. Returns those that were on. */
export async function turnOff(
  trx: Db,
  { userId, automationIds }: { userId: UserId; automationIds: readonly string[] },
  pauseReason: AutomationsTable['pause_reason'],
): Promise<TurnedOff[]> {
  const { rows } = await sql<TurnedOff>`
    with before as (
      select id, receipt_id from automations
      where user_id = ${userId} and id = any (${[...automationIds]}::uuid[]) and turned_on_at is not null for update
    )
    update automations a set turned_on_at = null, receipt_id = null, listens_to = null, next_due_at = null, pause_reason = ${pauseReason}::text
    from before where a.user_id = ${userId} and a.id = before.id
    returning a.id as "automationId", before.receipt_id as "receiptId"`.execute(trx);
  return rows;
}

/** Forgets why automations are off: their owner has decided. */
export async function clearPauseReason(trx: Db, { userId, automationId }: AutomationKey): Promise<void> {
  await trx
    .updateTable('automations')
    .set({ pause_reason: null })
    .where('user_id', '=', userId)
    .where('id', '=', automationId)
    .where('turned_on_at', 'is', null)
    .execute();
}

/** The automations that are on, or were until the plan had no room: the longest on first. */
export async function listCounted(
  trx: Db,
  userId: UserId,
): Promise<{ automationId: string; isOn: boolean; name: string }[]> {
  return trx
    .selectFrom('automations')
    .select(['id as automationId', sql<boolean>`turned_on_at is not null`.as('isOn'), 'name'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where((is) => is.or([is('turned_on_at', 'is not', null), is('pause_reason', '=', 'plan')]))
    .orderBy('turned_on_at')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
