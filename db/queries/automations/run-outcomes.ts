import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';

export type AutomationKey = { userId: UserId; automationId: string };

/** Counts a failed run. Returns how many there are in a row, and whether the automation is on. */
export async function countFailure(
  trx: Db,
  { userId, automationId }: AutomationKey,
): Promise<{ failures: number; isOn: boolean; name: string }> {
  return trx
    .updateTable('automations')
    .set({ failures: sql<number>`failures + 1` })
    .where('user_id', '=', userId)
    .where('id', '=', automationId)
    .returning(['failures', 'name', sql<boolean>`turned_on_at is not null`.as('isOn')])
    .executeTakeFirstOrThrow(() => new Error(`no automation ${automationId} whose run has failed`));
}

/** A run ended well: the failed ones before it weren't in a row. */
export async function forgetFailures(trx: Db, { userId, automationId }: AutomationKey): Promise<void> {
  await trx
    .updateTable('automations')
    .set({ failures: 0 })
    .where('user_id', '=', userId)
    .where('id', '=', automationId)
    .where('failures', '>', 0)
    .execute();
}
