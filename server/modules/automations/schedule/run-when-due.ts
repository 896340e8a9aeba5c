import { definitionSchema } from '#contract/automations/definition.ts';
import type { Db } from '#db/client.ts';
import { lockDue } from '#db/queries/automations/due-automations.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { inTransaction } from '#db/transaction.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Payload } from '#server/jobs/queues.ts';
import type { StartRun } from '../runs/start-run.ts';
import { setDue } from './arm.ts';
import { newestSlot, nextSlot } from './slots.ts';

/** A slot that is later than this was missed: nothing could run. In milliseconds. */
const MISSED_AFTER_MS = 5 * 60_000;

type Dependencies = { db: Db; clock: Clock; startRun: StartRun; jobs: Pick<Jobs, 'kick'> };

/**
 * The time of a schedule has come. One transaction finds the next time, has this run again then, and starts a run for the slot. So each slot
 * is one run, whatever happens to processes and clocks: no slot is found twice, and none is left out, because the next is always written.
 */
export function createRunWhenDue({ db, clock, startRun, jobs }: Dependencies) {
  return async ({ userId, automationId }: Payload<'automation-due'>): Promise<void> => {
    const now = await clock.now();
    const key = { userId, automationId };
    const started = await inTransaction(db, async (trx) => {
      await holdPerson(trx, userId);
      const due = await lockDue(trx, key);
      if (!due) return null;
      const trigger = definitionSchema.shape.trigger.safeParse(due.definition['trigger']).data;
      if (trigger?.kind !== 'schedule') return null;
      if (due.dueAt > now) {
        // The clock was put back, or it was turned on again meanwhile.
        await setDue(trx, key, due.dueAt);
        return null;
      }
      const slot = newestSlot(trigger, due.dueAt, now);
      await setDue(trx, key, nextSlot(trigger, now));
      const isMissed = now.getTime() - slot.getTime() > MISSED_AFTER_MS;
      if (isMissed && trigger.missed === 'skip') return null;
      const occasion = `slot ${slot.toISOString()}`;
      return startRun(trx, { ...key, cause: 'schedule', occasion, input: {}, dueAt: slot, now });
    });
    if (started?.kind === 'started') jobs.kick('automation-run');
  };
}
export type RunWhenDue = ReturnType<typeof createRunWhenDue>;
