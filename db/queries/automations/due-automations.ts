import type { Db } from '../../client.ts';
import type { AutomationKey } from './run-outcomes.ts';

/** An automation that is on, with what it does, locked until the transaction ends. */
export async function lockDue(
  trx: Db,
  { userId, automationId }: AutomationKey,
): Promise<{ dueAt: Date; definition: Record<string, unknown> } | undefined> {
  const row = await trx
    .selectFrom('automations as a')
    .innerJoin('automation_versions as v', (join) =>
      join
        .onRef('v.user_id', '=', 'a.user_id')
        .onRef('v.automation_id', '=', 'a.id')
        .onRef('v.version', '=', 'a.live_version')
        .on('v.user_id', '=', userId),
    )
    .select(['a.next_due_at as dueAt', 'v.definition'])
    .where('a.user_id', '=', userId)
    .where('a.id', '=', automationId)
    .where('a.turned_on_at', 'is not', null)
    .where('a.deleted_at', 'is', null)
    .forUpdate('a')
    .executeTakeFirst();
  return row?.dueAt ? { dueAt: row.dueAt, definition: row.definition } : undefined;
}

/** When its schedule is due next; null if it has none. */
export async function setNextDue(trx: Db, { userId, automationId }: AutomationKey, dueAt: Date | null): Promise<void> {
  await trx
    .updateTable('automations')
    .set({ next_due_at: dueAt })
    .where('user_id', '=', userId)
    .where('id', '=', automationId)
    .execute();
}
