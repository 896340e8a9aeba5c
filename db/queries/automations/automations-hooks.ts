import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';
import { accessColumns, type AccessRow } from '../identity/profiles.ts';
import { runUseOf, type RunUse } from '../usage/budgets.ts';
import type { AutomationKey } from './automations.ts';

/**
 * Gives an automation another incoming address and secret, and forgets the fields of earlier calls. Returns whether
 * there was one.
 */
export async function saveHook(
  db: Db,
  { userId, automationId }: AutomationKey,
  { hash, secret }: { hash: string; secret: string },
): Promise<boolean> {
  const saved = await db
    .updateTable('automations')
    .set({ hook_hash: hash, hook_secret: secret, hook_sample: sql`hook_sample - 'fields'` })
    .where('user_id', '=', userId)
    .where('id', '=', automationId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return saved !== undefined;
}

export type HookRow = AccessRow & {
  id: string;
  /** Sealed. */
  secret: string | null;
  isOn: boolean;
  /** Null if nothing is live. */
  liveTrigger: unknown;
  draftTrigger: unknown;
  /** How much of today's budgets the owner's runs have used. */
  used: RunUse & { isHeld: boolean };
};

/** The automation with this incoming address. */
export async function findHook(
  db: Db,
  { userId, hash }: { userId: UserId; hash: string },
  now: Date,
): Promise<HookRow | undefined> {
  const triggerOf = (version: string) => sql`(
    select v.definition -> 'trigger' from automation_versions v
    where v.user_id = ${userId} and v.automation_id = a.id and v.version = ${sql.ref(version)})`;
  return db
    .selectFrom('automations as a')
    .innerJoin('profiles', (join) =>
      join.onRef('profiles.user_id', '=', 'a.user_id').on('profiles.user_id', '=', userId),
    )
    .select(accessColumns)
    .select([
      'a.id',
      'a.hook_secret as secret',
      sql<boolean>`a.turned_on_at is not null`.as('isOn'),
      triggerOf('a.live_version').as('liveTrigger'),
      triggerOf('a.draft_version').as('draftTrigger'),
      runUseOf(userId, now.toISOString().slice(0, 10)).as('used'),
    ])
    .where('a.user_id', '=', userId)
    .where('a.hook_hash', '=', hash)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The fields of an address's calls so far, within the JSON of its sample. Needs a query with the automation as `a`. */
export const CALL_FIELDS = sql`a.hook_sample -> 'fields'`;

/** What was last sent, with the fields of all calls so far. */
export async function findHookSample(trx: Db, { userId, automationId }: AutomationKey): Promise<unknown> {
  const row = await trx
    .selectFrom('automations')
    .select(sql`hook_sample`.as('sample'))
    .where('user_id', '=', userId)
    .where('id', '=', automationId)
    .executeTakeFirst();
  return row?.sample ?? null;
}

/** Keeps what was last sent. */
export async function saveHookSample(
  trx: Db,
  { userId, automationId }: AutomationKey,
  sample: { values: Record<string, unknown>; fields: object[]; at: string },
): Promise<void> {
  await trx
    .updateTable('automations')
    .set({ hook_sample: sample })
    .where('user_id', '=', userId)
    .where('id', '=', automationId)
    .execute();
}

/** Gives an automation a secret unless it has one. Returns the one it has then, sealed; undefined if there is no such automation. */
export async function addHookSecret(
  db: Db,
  { userId, automationId }: AutomationKey,
  { hash, secret }: { hash: string; secret: string },
): Promise<string | undefined> {
  const row = await db
    .updateTable('automations')
    .set((is) => ({
      hook_hash: is.fn.coalesce('hook_hash', is.val(hash)),
      hook_secret: is.fn.coalesce('hook_secret', is.val(secret)),
    }))
    .where('user_id', '=', userId)
    .where('id', '=', automationId)
    .returning('hook_secret as secret')
    .executeTakeFirst();
  return row?.secret ?? undefined;
}
