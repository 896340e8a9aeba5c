import type { Trigger } from '#contract/automations/triggers.ts';
import type { Db } from '#db/client.ts';
import { setNextDue } from '#db/queries/automations/due-automations.ts';
import type { UserId } from '#db/types.gen.ts';
import { schedule, unschedule } from '#server/jobs/schedule.ts';
import { nextRuns } from './next-runs.ts';

type Armed = { userId: UserId; automationId: string; trigger: Trigger; now: Date };

/** The schedule of an automation that is on: the next time it is due, and the job for it. */
export async function setDue(
  trx: Db,
  { userId, automationId }: Pick<Armed, 'userId' | 'automationId'>,
  dueAt: Date | null,
): Promise<void> {
  await setNextDue(trx, { userId, automationId }, dueAt);
  if (dueAt) await schedule(trx, 'automation-due', { key: automationId, payload: { userId, automationId }, dueAt });
  else await disarm(trx, automationId);
}

/**
 * Has an automation run at the times of its schedule from now on, in place of those it had. A trigger without a schedule has none. Belongs
 * into the transaction that turns it on or makes a version live.
 */
export function arm(trx: Db, { trigger, now, ...key }: Armed): Promise<void> {
  return setDue(trx, key, nextRuns(trigger, now, 1)[0] ?? null);
}

/** In the transaction that turns an automation off. */
export const disarm = (trx: Db, automationId: string): Promise<void> => unschedule(trx, 'automation-due', automationId);
