import { FAILURES_BEFORE_PAUSE } from '#contract/automations/automation-limits.ts';
import type { ENDED } from '#contract/automations/run-states.ts';
import type { Db } from '#db/client.ts';
import { cancelApprovals } from '#db/queries/automations/approvals.ts';
import { changeRun, type RunKey } from '#db/queries/automations/run-claims.ts';
import { countFailure, forgetFailures } from '#db/queries/automations/run-outcomes.ts';
import { turnOff } from '../manage/turn-off.ts';
import { letNextRunsIn } from './line.ts';
import { tellOfFailure, tellOfFailures } from './run-notices.ts';

type End = RunKey & { automationId: string; status: (typeof ENDED)[number]; reason: string; now: Date };

/** Ends a run, in a transaction that holds its owner. An automation whose runs keep failing is turned off. */
export async function endRun(trx: Db, { automationId, status, reason, now, ...key }: End): Promise<void> {
  const { userId, runId } = key;
  await changeRun(trx, key, { status, reason, endedAt: now });
  // What it asked needs no answer anymore.
  if (status === 'canceled' || status === 'failed') await cancelApprovals(trx, { userId, runId, now });
  if (status === 'failed') {
    const { failures, isOn, name } = await countFailure(trx, { userId, automationId });
    const about = { userId, automationId, name, now };
    // Runs that were in line when it was turned off say nothing new.
    if (isOn) await tellOfFailure(trx, { ...about, runId, reason });
    if (isOn && failures >= FAILURES_BEFORE_PAUSE) {
      await turnOff(trx, { userId, automationIds: [automationId], reason: 'failures', now });
      await tellOfFailures(trx, about);
    }
  } else if (status !== 'canceled') await forgetFailures(trx, { userId, automationId });
  await letNextRunsIn(trx, userId, now);
}
