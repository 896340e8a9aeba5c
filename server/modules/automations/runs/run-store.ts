import type { Values } from '#contract/automations/values.ts';
import type { Db } from '#db/client.ts';
import {
  addToRun,
  changeRun,
  isClaimed,
  kickRun,
  lockClaimed,
  type RunClaim,
} from '#db/queries/automations/run-claims.ts';
import { isEverythingPaused } from '#db/queries/automations/run-line.ts';
import { addSettledStep, beginStep, changeOwnStep, changeStep, isStepDone } from '#db/queries/automations/run-steps.ts';
import type { RunUse } from '#db/queries/usage/budgets.ts';
import { inTransaction } from '#db/transaction.ts';
import { ClaimLostError, StepError, type StepOutcome } from '../steps/step-handler.ts';
import { boundValues } from './bound-values.ts';
import { endRun } from './end-run.ts';
import { letNextRunsIn, scheduleRun } from './line.ts';
import { notifyItemsSkipped, tellOfPause } from './run-notices.ts';
import type { RunValueStore } from './stored-values.ts';

/** How often a step is tried before it counts as failed, and the pauses in between, in milliseconds. */
export const TRIES = 3;
const PAUSES_MS = [60_000, 10 * 60_000];
const NOT_CALLED = 'Something went wrong on our side, so nothing was sent.';
/**
 * How long we can rely on the answer that the run is ours, in milliseconds: others wait twice as long for a heartbeat
 * before they take it on.
 */
const OURS_FOR_MS = 5_000;
const MAY_HAVE_HAPPENED = 'This was interrupted, so it may or may not have happened.';

/** The run and the step that something has become of. */
export type SettledStep = {
  claim: RunClaim;
  automation: { id: string; name: string };
  key: string;
  place: number;
  attempt: number;
  startedAt: Date;
  now: Date;
  /** What the run has stored so far. */
  values: RunValueStore;
};
/**
 * `isPaused`: its owner has paused everything. `used`: what the owner's runs have used today. `again`: what the step
 * was waiting for may have arrived.
 */
export type Settled = { output: Values; isPaused: boolean; used?: RunUse } | { ends: 'settled' } | 'again';

const rowOf = ({ place, attempt, startedAt, now }: SettledStep) => ({ place, attempt, startedAt, now });

/** Stores what becomes of a run and its steps, only while the run is ours: a step and its run in one transaction. */
export function createRunStore(db: Db) {
  function whileOurs<T>(claim: RunClaim, work: (trx: Db, ours: { isKicked: boolean }) => Promise<T>): Promise<T> {
    return inTransaction(db, async (trx) => {
      const ours = await lockClaimed(trx, claim);
      if (!ours) throw new ClaimLostError();
      return work(trx, ours);
    });
  }

  /** The run waits, and this person's other runs continue meanwhile. */
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

  const end = async (trx: Db, step: Pick<SettledStep, 'claim' | 'automation' | 'now'>, how: Ending): Promise<void> => {
    const { claim, automation, now } = step;
    const about = { userId: claim.userId, runId: claim.runId, automationId: automation.id, now, ...how };
    await endRun(trx, about);
    // A run that is done has a reason only if it left something out.
    if (how.status === 'done' && how.reason !== '') await notifyItemsSkipped(trx, { ...about, name: automation.name });
  };

  return {
    /**
     * Notes that a step begins. False if the run was claimed by another process, or its owner has paused everything.
     */
    begin: (claim: RunClaim, step: Parameters<typeof beginStep>[2]): Promise<boolean> => beginStep(db, claim, step),

    /** Adds a condition or a loop. Returns what the owner's runs have used today. */
    add: async (claim: RunClaim, step: Parameters<typeof addSettledStep>[2]): Promise<RunUse> => {
      const counted = await addSettledStep(db, claim, step);
      if (!counted) throw new ClaimLostError();
      return counted.used;
    },

    /**
     * What a step does right before it calls a service outside. A process that was frozen since the step began must not
     * make the call: another one has taken the run on, and its owner was asked. If it was frozen while it asked whose
     * run this is, the answer is out of date, so we measure how long that took, on a monotonic clock.
     */
    beforeCall: async (claim: RunClaim): Promise<void> => {
      const askedAt = performance.now();
      const isOurs = await isClaimed(db, claim).catch(() => {
        throw new StepError(NOT_CALLED, { isTemporary: true });
      });
      if (!isOurs) throw new ClaimLostError();
      if (performance.now() - askedAt > OURS_FOR_MS) throw new StepError(NOT_CALLED, { isTemporary: true });
    },

    end: (step: Pick<SettledStep, 'claim' | 'automation' | 'now'>, how: Ending): Promise<void> =>
      whileOurs(step.claim, (trx) => end(trx, step, how)),

    /** The step is done. `isAgain`: this may have been written already. */
    settle: async (step: SettledStep, outcome: StepOutcome, isAgain = false): Promise<Settled> => {
      const { claim, key, now, place, values } = step;
      const bounded = boundValues(outcome.input);
      if (outcome.kind === 'done') {
        const { messages = 0, emails = 0, prompt = '', inTransaction: effect } = outcome;
        const output = boundValues(outcome.output);
        const row = { input: bounded, output };
        const ended = { status: 'done', messages, prompt, endedAt: now } as const;
        const change = { ...rowOf(step), ...values.write(place, row), ...ended };
        if (!effect && messages + emails === 0) {
          const ours = await changeOwnStep(db, claim, key, change);
          if (!ours) throw new ClaimLostError();
          values.add(place, row);
          return { output, isPaused: ours.isPaused, used: ours.used };
        }
        const settled = await whileOurs<Settled>(claim, async (trx) => {
          if (isAgain && (await isStepDone(trx, claim, key)))
            return { output, isPaused: await isEverythingPaused(trx, claim.userId) };
          await effect?.(trx);
          const { isPaused, used } = await changeStep(trx, claim, key, change);
          if (messages + emails > 0) await addToRun(trx, claim, { messages, emails });
          return { output, isPaused, used };
        });
        values.add(place, row);
        return settled;
      }
      const { input } = values.write(place, { input: bounded, output: {} });
      return whileOurs<Settled>(claim, async (trx, { isKicked }) => {
        await outcome.inTransaction?.(trx);
        if (outcome.kind === 'ends') {
          const status = outcome.status === 'skipped' ? 'skipped' : 'done';
          await changeStep(trx, claim, key, { ...rowOf(step), status, input, endedAt: now });
          await end(trx, step, { status: outcome.status, reason: outcome.reason });
          return { ends: 'settled' };
        }
        const { until, reason } = outcome;
        await changeStep(trx, claim, key, { ...rowOf(step), status: 'waiting', input, resumeAt: until });
        if (isKicked) {
          await kickRun(trx, claim, false);
          return 'again';
        }
        if (outcome.kind === 'pauses') await pause(trx, step, reason, until);
        else await park(trx, step, { status: 'waiting', reason, resumeAt: until });
        return { ends: 'settled' };
      });
    },

    /** The step failed: it is tried again, or its owner is asked, or the run ends. */
    fail: (step: SettledStep, input: Values, error: StepError): Promise<Settled> =>
      whileOurs<Settled>(step.claim, async (trx) => {
        const { claim, key, attempt, now, place, values } = step;
        const { message: sentence, detail } = error;
        const failed = { at: now.toISOString(), error: sentence };
        const stored = values.write(place, { input: boundValues(input), output: {} });
        const change = { ...rowOf(step), input: stored.input, error: sentence, detail, failed };
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

    /** The run waits before a step that hasn't started. */
    wait: (
      step: Pick<SettledStep, 'claim' | 'now'>,
      { reason, until, inTransaction: effect }: Extract<StepOutcome, { kind: 'waits' }>,
    ): Promise<void> =>
      whileOurs(step.claim, async (trx) => {
        await effect?.(trx);
        await park(trx, step, { status: 'waiting', reason, resumeAt: until });
      }),

    /** The step was cut off in the middle of a call to the outside. */
    askOwner: (step: SettledStep): Promise<Settled> =>
      whileOurs<Settled>(step.claim, async (trx) => {
        const failed = { at: step.now.toISOString(), error: MAY_HAVE_HAPPENED };
        await changeStep(trx, step.claim, step.key, {
          ...rowOf(step),
          status: 'unknown',
          error: MAY_HAVE_HAPPENED,
          failed,
        });
        await pause(trx, step, MAY_HAVE_HAPPENED, null);
        return { ends: 'settled' };
      }),

    /** Another job continues the run: soon, or once everything is resumed. */
    handOn: ({ claim, now }: Pick<SettledStep, 'claim' | 'now'>): Promise<void> =>
      whileOurs(claim, async (trx) => {
        await changeRun(trx, claim, { status: 'queued' });
        await letNextRunsIn(trx, claim.userId, now);
      }),
  };
}
export type RunStore = ReturnType<typeof createRunStore>;
type Ending = { status: 'done' | 'stopped' | 'skipped' | 'failed'; reason: string };
