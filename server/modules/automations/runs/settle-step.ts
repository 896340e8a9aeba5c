import type { Values } from '#contract/automations/values.ts';
import type { Db } from '#db/client.ts';
import { addToRun, changeRun, kickRun, lockClaimed, type RunClaim } from '#db/queries/automations/run-claims.ts';
import { changeStep } from '#db/queries/automations/run-steps.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { inTransaction } from '#db/transaction.ts';
import type { StepError, StepOutcome } from '../steps/step-handler.ts';
import { boundValues } from './bound-values.ts';
import { endRun, type TurnOff } from './end-run.ts';
import { letNextRunsIn, scheduleRun } from './line.ts';
import { tellOfPause } from './run-notices.ts';

/** How often a step is tried before it counts as failed, and the pauses in between, in milliseconds. */
export const TRIES = 3;
const PAUSES_MS = [60_000, 10 * 60_000];
const MAY_HAVE_HAPPENED = 'This was interrupted, so it may or may not have happened.';

/** Another process has taken the run on, or it was canceled: nothing may be written. */
export class ClaimLostError extends Error {
  override name = 'ClaimLostError';
}

/** The run and the step that something has become of. */
export type SettledStep = {
  claim: RunClaim;
  automation: { id: string; name: string };
  key: string;
  attempt: number;
  now: Date;
};
export type Settled = { output: Values } | { ends: 'settled' } | 'again';

/** Writes what becomes of a step, and of its run, in one transaction: as one, and only while the run is ours. */
export function createStepSettler({ db, turnOff }: { db: Db; turnOff: TurnOff }) {
  function whileOurs<T>(claim: RunClaim, work: (trx: Db, ours: { isKicked: boolean }) => Promise<T>): Promise<T> {
    return inTransaction(db, async (trx) => {
      await holdPerson(trx, claim.userId);
      const ours = await lockClaimed(trx, claim);
      if (!ours) throw new ClaimLostError();
      return work(trx, ours);
    });
  }

  /** The run waits, and others of this person go on meanwhile. */
  async function park(
    trx: Db,
    { claim, now }: Pick<SettledStep, 'claim' | 'now'>,
    run: { status: 'waiting' | 'paused'; reason: string; resumeAt: Date | null },
  ): Promise<void> {
    await changeRun(trx, claim, run);
    if (run.resumeAt) await scheduleRun(trx, claim.userId, claim.runId, run.resumeAt);
    await letNextRunsIn(trx, claim.userId, now);
  }

  const pause = async (trx: Db, step: SettledStep, reason: string, until: Date | null): Promise<void> => {
    const { claim, automation, now } = step;
    await park(trx, step, { status: 'paused', reason, resumeAt: until });
    const about = { userId: claim.userId, automationId: automation.id, name: automation.name, now };
    await tellOfPause(trx, { ...about, runId: claim.runId, reason, until });
  };

  const end = (trx: Db, step: Pick<SettledStep, 'claim' | 'automation' | 'now'>, how: Ending): Promise<void> => {
    const { claim, automation, now } = step;
    const { userId, runId } = claim;
    return endRun(trx, { userId, runId, automationId: automation.id, now, ...how }, turnOff);
  };

  return {
    end: (step: Pick<SettledStep, 'claim' | 'automation' | 'now'>, how: Ending): Promise<void> =>
      whileOurs(step.claim, (trx) => end(trx, step, how)),

    /** The step did what it does. */
    settle: (step: SettledStep, outcome: StepOutcome): Promise<Settled> =>
      whileOurs<Settled>(step.claim, async (trx, { isKicked }) => {
        const { claim, key, now } = step;
        const input = boundValues(outcome.input);
        await outcome.inTransaction?.(trx);
        switch (outcome.kind) {
          case 'done': {
            const { messages = 0, emails = 0 } = outcome;
            const output = boundValues(outcome.output);
            await changeStep(trx, claim, key, { status: 'done', input, output, messages, endedAt: now });
            if (messages + emails > 0) await addToRun(trx, claim, { messages, emails });
            return { output };
          }
          case 'ends': {
            const status = outcome.status === 'skipped' ? 'skipped' : 'done';
            await changeStep(trx, claim, key, { status, input, endedAt: now });
            await end(trx, step, { status: outcome.status, reason: outcome.reason });
            return { ends: 'settled' };
          }
          case 'waits':
          case 'pauses':
            await changeStep(trx, claim, key, { status: 'waiting', input, resumeAt: outcome.until });
            if (isKicked) {
              await kickRun(trx, claim, false);
              return 'again';
            }
            if (outcome.kind === 'pauses') await pause(trx, step, outcome.reason, outcome.until);
            else await park(trx, step, { status: 'waiting', reason: outcome.reason, resumeAt: outcome.until });
            return { ends: 'settled' };
        }
      }),

    /** The step failed: it is tried again, or its owner is asked, or the run ends. */
    fail: (step: SettledStep, input: Values, error: StepError): Promise<Settled> =>
      whileOurs<Settled>(step.claim, async (trx) => {
        const { claim, key, attempt, now } = step;
        const { message: sentence, detail } = error;
        const failed = { at: now.toISOString(), error: sentence };
        const change = { input: boundValues(input), error: sentence, detail, failed };
        const pauseMs = error.isTemporary ? PAUSES_MS[(attempt - 1) % TRIES] : undefined;
        if (error.isUnknown) {
          await changeStep(trx, claim, key, { ...change, status: 'unknown' });
          await pause(trx, step, sentence, null);
        } else if (pauseMs === undefined) {
          await changeStep(trx, claim, key, { ...change, status: 'failed', endedAt: now });
          await end(trx, step, { status: 'failed', reason: sentence });
        } else {
          const resumeAt = new Date(now.getTime() + pauseMs);
          await changeStep(trx, claim, key, { ...change, status: 'failed', resumeAt });
          await park(trx, step, { status: 'waiting', reason: sentence, resumeAt });
        }
        return { ends: 'settled' };
      }),

    /** The step was cut off in the middle of a call to the outside. */
    askOwner: (step: SettledStep): Promise<Settled> =>
      whileOurs<Settled>(step.claim, async (trx) => {
        const failed = { at: step.now.toISOString(), error: MAY_HAVE_HAPPENED };
        await changeStep(trx, step.claim, step.key, { status: 'unknown', error: MAY_HAVE_HAPPENED, failed });
        await pause(trx, step, MAY_HAVE_HAPPENED, null);
        return { ends: 'settled' };
      }),

    /** Somebody else goes on with the run: soon, or once everything isn't paused anymore. */
    handOn: ({ claim, now }: Pick<SettledStep, 'claim' | 'now'>): Promise<void> =>
      whileOurs(claim, async (trx) => {
        await changeRun(trx, claim, { status: 'queued' });
        await letNextRunsIn(trx, claim.userId, now);
      }),
  };
}
export type StepSettler = ReturnType<typeof createStepSettler>;
type Ending = { status: 'done' | 'stopped' | 'skipped' | 'failed'; reason: string };
