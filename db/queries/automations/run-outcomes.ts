import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';

export type AutomationKey = { userId: UserId; automationId: string };

/** Counts a failed run, or with `isFailure` false forgets those before. Returns how many there are in a row, and whether it is on. */
export async function countFailures(
  trx: Db,
  { userId, automationId }: AutomationKey,
  isFailure: boolean,
): Promise<{ failures: number; isOn: boolean; name: string }> {
  return trx
    .updateTable('automations')
    .set({ failures: isFailure ? sql<number>`failures + 1` : 0 })
    .where('user_id', '=', userId)
    .where('id', '=', automationId)
    .returning(['failures', 'name', sql<boolean>`turned_on_at is not null`.as('isOn')])
    .executeTakeFirstOrThrow(() => new Error(`no automation ${automationId} whose run has ended`));
}
