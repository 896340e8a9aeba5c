import type { Db } from '../../client.ts';
import type { AutomationKey } from './automations.ts';

/** Gives an automation another incoming address and secret. Returns whether there was one. */
export async function saveHook(
  db: Db,
  { userId, automationId }: AutomationKey,
  { hash, secret }: { hash: string; secret: string },
): Promise<boolean> {
  const saved = await db
    .updateTable('automations')
    .set({ hook_hash: hash, hook_secret: secret })
    .where('user_id', '=', userId)
    .where('id', '=', automationId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return saved !== undefined;
}
