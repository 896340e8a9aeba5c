import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { AutomationsTable, UserId } from '../../types.gen.ts';
import type { AutomationKey } from './automations.ts';

/** What a draft consists of. `assistantId` and `triggerKind` follow from its definition. */
export type Draft = {
  name: string;
  description: string;
  assistantId: AutomationsTable['assistant_type'];
  triggerKind: AutomationsTable['trigger_kind'];
  definition: unknown;
};

const json = (value: unknown) => sql`(${JSON.stringify(value)}::text)::jsonb`;

/** Adds an automation with its first version, unless its owner has `max` of them. Its caller has locked the person. Returns whether there was room. */
export async function addAutomation(
  trx: Db,
  { userId, automationId }: AutomationKey,
  { draft, max, now }: { draft: Draft; max: number; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    with added as (
      insert into automations (user_id, id, name, description, assistant_type, trigger_kind, created_at, updated_at)
      select ${userId}::uuid, ${automationId}::uuid, ${draft.name}, ${draft.description}, ${draft.assistantId}, ${draft.triggerKind},
        ${now}::timestamptz, ${now}::timestamptz
      where (select count(*) from automations where user_id = ${userId} and deleted_at is null) < ${max}::int
      returning user_id, id
    ),
    version as (
      insert into automation_versions (user_id, automation_id, version, definition, created_at)
      select user_id, id, 1, ${json(draft.definition)}, ${now}::timestamptz from added
    ),
    no_samples as (
      insert into automation_settings (user_id, hides_samples) select user_id, true from added
      on conflict (user_id) do update set hides_samples = true
    )
    select id from added`.execute(trx);
  return rows.length > 0;
}

export type SavedRow = { revision: number; draftVersion: number };

/**
 * Saves a draft whose revision is still `revision`. If the newest version is live and does something else, this is the next one. Returns
 * undefined if it was changed meanwhile, or isn't there.
 */
export async function saveDraft(
  db: Db,
  { userId, automationId }: AutomationKey,
  { draft, revision, now }: { draft: Draft; revision: number; now: Date },
): Promise<SavedRow | undefined> {
  const { rows } = await sql<SavedRow>`
    with newest as (
      select v.version, v.definition from automations a
        join automation_versions v on v.user_id = a.user_id and v.automation_id = a.id and v.version = a.draft_version
      where a.user_id = ${userId} and v.user_id = ${userId} and a.id = ${automationId}::uuid
    ),
    saved as (
      update automations a set name = ${draft.name}, description = ${draft.description}, assistant_type = ${draft.assistantId},
        trigger_kind = case when a.live_version is null then ${draft.triggerKind} else a.trigger_kind end,
        draft_version = a.draft_version
          + case when a.live_version = a.draft_version and newest.definition <> ${json(draft.definition)} then 1 else 0 end,
        revision = a.revision + 1, updated_at = ${now}::timestamptz
      from newest
      where a.user_id = ${userId} and a.id = ${automationId}::uuid and a.revision = ${revision}::int and a.deleted_at is null
      returning a.user_id, a.id, a.revision, a.draft_version
    ),
    version as (
      insert into automation_versions as v (user_id, automation_id, version, definition, created_at)
      select user_id, id, draft_version, ${json(draft.definition)}, ${now}::timestamptz from saved
      on conflict (user_id, automation_id, version) do update set definition = excluded.definition
    )
    select revision, draft_version as "draftVersion" from saved`.execute(db);
  return rows[0];
}

/** Forgets old versions that never ran: all but the newest `kept`. */
export async function forgetOldVersions(db: Db, { userId, automationId }: AutomationKey, kept: number): Promise<void> {
  await sql`
    delete from automation_versions v using automations a
    where a.user_id = ${userId} and a.id = ${automationId}::uuid and v.user_id = ${userId} and v.automation_id = a.id
      and v.version <= a.draft_version - ${kept}::int and v.version is distinct from a.live_version
      and not exists (
        select from automation_runs r where r.user_id = ${userId} and r.automation_id = v.automation_id and r.version = v.version
      )`.execute(db);
}

/** Hides an automation that is off. Returns whether there was one. */
export async function removeAutomation(trx: Db, { userId, automationId }: AutomationKey, now: Date): Promise<boolean> {
  const removed = await trx
    .updateTable('automations')
    .set({ deleted_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', automationId)
    .where('deleted_at', 'is', null)
    .where('turned_on_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return removed !== undefined;
}

/** Brings a removed automation back, if its owner has fewer than `max`. Its caller has locked the person. */
export async function restoreAutomation(
  trx: Db,
  { userId, automationId }: AutomationKey,
  max: number,
): Promise<'restored' | 'no_room' | 'not_removed'> {
  const { rows } = await sql<{ isRestored: boolean }>`
    with removed as (
      select id from automations where user_id = ${userId} and id = ${automationId}::uuid and deleted_at is not null
    ),
    restored as (
      update automations set deleted_at = null
      where user_id = ${userId} and id in (select id from removed)
        and (select count(*) from automations where user_id = ${userId} and deleted_at is null) < ${max}::int
      returning id
    )
    select exists (select from restored) as "isRestored" from removed`.execute(trx);
  const [row] = rows;
  if (!row) return 'not_removed';
  return row.isRestored ? 'restored' : 'no_room';
}

/** Whether a person has this automation, or had it and removed it. */
export async function isRemoved(db: Db, { userId, automationId }: AutomationKey): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('automations')
    .select('deleted_at as deletedAt')
    .where('user_id', '=', userId)
    .where('id', '=', automationId)
    .executeTakeFirst();
  return row && row.deletedAt !== null;
}

/** Automations that were removed before `before`, of everyone, as many as are deleted at a time. */
export async function listRemovedAutomations(db: Db, before: Date, limit: number): Promise<AutomationKey[]> {
  return db
    .selectFrom('automations')
    .select(['user_id as userId', 'id as automationId'])
    .where('deleted_at', '<=', before)
    .limit(limit)
    .execute();
}

/** Deletes a removed automation for good, with its versions and runs. */
export async function purgeAutomation(db: Db, { userId, automationId }: AutomationKey, before: Date): Promise<void> {
  await db
    .deleteFrom('automations')
    .where('user_id', '=', userId)
    .where('id', '=', automationId)
    .where('deleted_at', '<=', before)
    .execute();
}

/** Returns whether there was one. */
export async function setMinutesSaved(
  db: Db,
  { userId, automationId }: AutomationKey,
  minutes: number,
): Promise<boolean> {
  const set = await db
    .updateTable('automations')
    .set({ minutes_saved: minutes })
    .where('user_id', '=', userId)
    .where('id', '=', automationId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return set !== undefined;
}

/** What a person chooses about all of their automations. */
export async function changeSettings(
  db: Db,
  userId: UserId,
  settings: { hides_samples: true } | { paused_at: Date | null },
): Promise<void> {
  await db
    .insertInto('automation_settings')
    .values({ user_id: userId, ...settings })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(settings))
    .execute();
}
