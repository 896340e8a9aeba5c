import type { Trigger } from '#contract/automations/triggers.ts';
import type { Db } from '#db/client.ts';
import { setNextDue } from '#db/queries/automations/due-automations.ts';
import type { UserId } from '#db/types.gen.ts';
import { schedule, unschedule } from '#server/jobs/schedule.ts';
import { nextRuns } from './next-runs.ts';

type Armed = { userId: UserId; automationId: string; trigger: Trigger; now: Date };

/** It names the owner, because browsers choose the ids of automations, and another person's may have the same. */
const jobKeyOf = ({ userId, automationId }: Pick<Armed, 'userId' | 'automationId'>) => `${userId} ${automationId}`;

/** The schedule of an automation that is on: the next time it is due, and the job for it. */
export async function setDue(
  trx: Db,
  { userId, automationId }: Pick<Armed, 'userId' | 'automationId'>,
  dueAt: Date | null,
): Promise<void> {
  await setNextDue(trx, { userId, automationId }, dueAt);
  const key = { userId, automationId };
  if (dueAt) await schedule(trx, 'automation-due', { key: jobKeyOf(key), payload: key, dueAt });
  else await disarm(trx, key);
}

/**
 * Has an automation run at the times of its schedule from now on, in place of those it had. A trigger without a schedule has none. Belongs
 * into the transaction that turns it on or makes a version live.
 */
export function arm(trx: Db, { trigger, now, ...key }: Armed): Promise<void> {
  return setDue(trx, key, nextRuns(trigger, now, 1)[0] ?? null);
}

/** In the transaction that turns an automation off. */
export const disarm = (trx: Db, key: Pick<Armed, 'userId' | 'automationId'>): Promise<void> =>
  unschedule(trx, 'automation-due', jobKeyOf(key));
