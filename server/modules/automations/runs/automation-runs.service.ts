import type { z } from 'zod';
import { RUN_DAYS } from '#contract/automations/automation-limits.ts';
import type { listRunsSchema, settleUnknownSchema, startRunSchema } from '#contract/automations/automation-inputs.ts';
import { isEnded, VALUES_DELETED } from '#contract/automations/run-states.ts';
import { triggerSchema } from '#contract/automations/triggers.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { changeRun, lockRun, type LockedRun, type RunKey } from '#db/queries/automations/run-claims.ts';
import * as lists from '#db/queries/automations/run-lists.ts';
import { settleSteps, type StepStatus } from '#db/queries/automations/run-steps.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { brokenUniqueConstraint, inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { unschedule } from '#server/jobs/schedule.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { RunDto, RunList, RunPage } from '../automations.dto.ts';
import { endRun } from './end-run.ts';
import { formValues } from './form-values.ts';
import { jobKeyOfRun, letNextRunsIn } from './line.ts';
import { tellOfFailure } from './run-notices.ts';
import { takeNewerSteps } from './newer-steps.ts';
import { toRun, toRunPage } from './run-page.ts';
import { TRIES } from './run-store.ts';
import type { Started, StartRun } from './start-run.ts';

const PAGE = 30;
/** How many runs of the same automation a run’s page shows. */
const OTHERS = 18;
const DELETED_AT_A_TIME = 500;
const CANCELED = 'You canceled it.';
const TOO_LONG = `It hadn’t ended after ${RUN_DAYS} days, so it was canceled.`;
const NOT_RETRIED = `${VALUES_DELETED} It can’t be retried.`;
const CANCELED_UNDERWAY = 'It was canceled while this was under way, so this may or may not have happened.';
/** What becomes of a step whose owner says so. */
const SETTLED: Record<z.output<typeof settleUnknownSchema>['outcome'], StepStatus> = {
  happened: 'done',
  repeat: 'failed',
  skip: 'skipped',
};
const REFUSALS = {
  off: 'AUTOMATION_OFF',
  over_plan: 'AUTOMATION_OFF',
  loop: 'AUTOMATION_OFF',
  paused: 'AUTOMATIONS_PAUSED',
  over_cap: 'TOO_MANY_RUNS',
} as const;

type Dependencies = { db: Db; clock: Clock; startRun: StartRun; jobs: Pick<Jobs, 'kick'> };

/** Runs as their owner sees them, and what they can do about one. */
export function createAutomationRuns({ db, clock, startRun, jobs }: Dependencies) {
  async function get(userId: UserId, runId: string): Promise<RunPage> {
    const row = await lists.findRun(db, { userId, runId });
    if (!row) throw new AppError('NOT_FOUND');
    const steps = await lists.listStepsShown(db, { userId, runId });
    const request = { userId, automationId: row.automationId, after: null, limit: OTHERS };
    return toRunPage(row, steps, await lists.listRuns(db, request));
  }

  /** Changes a run that exists, with its owner held. */
  async function change(
    userId: UserId,
    runId: string,
    work: (trx: Db, run: LockedRun & RunKey, now: Date) => Promise<void>,
    { ofRemoved = false } = {},
  ): Promise<void> {
    const now = await clock.now();
    await inTransaction(db, async (trx) => {
      await holdPerson(trx, userId);
      const run = await lockRun(trx, { userId, runId });
      if (!run || (run.isRemoved && !ofRemoved)) throw new AppError('NOT_FOUND');
      await work(trx, { ...run, userId, runId }, now);
    });
    jobs.kick('automation-run');
  }

  /** The run continues when it is its turn. */
  async function getBackInLine(trx: Db, { userId, runId }: RunKey, now: Date): Promise<void> {
    await changeRun(trx, { userId, runId }, { status: 'queued' });
    await letNextRunsIn(trx, userId, now);
  }

  /** Canceling what has ended changes nothing. */
  const cancel = (
    { userId, runId }: RunKey,
    reason: string,
    tell: (trx: Db, automationId: string, now: Date) => Promise<unknown> = async () => undefined,
  ): Promise<void> =>
    change(
      userId,
      runId,
      async (trx, run, now) => {
        if (isEnded(run.status)) return;
        await lists.cancelSteps(trx, run, CANCELED_UNDERWAY, now);
        await unschedule(trx, 'automation-run', jobKeyOfRun(run));
        const { automationId } = run;
        await endRun(trx, { userId, runId, automationId, status: 'canceled', reason, now });
        await tell(trx, automationId, now);
      },
      { ofRemoved: true },
    );

  async function start(userId: UserId, { id, automationId, form }: z.output<typeof startRunSchema>): Promise<RunDto> {
    const live = await lists.findLiveTrigger(db, { userId, automationId });
    if (!live) throw new AppError('NOT_FOUND');
    const trigger = triggerSchema.safeParse(live.trigger).data;
    if (!trigger) throw new AppError('AUTOMATION_OFF');
    const input = formValues(trigger, form);
    const now = await clock.now();
    const about = {
      userId,
      automationId,
      runId: id,
      cause: 'manual',
      occasion: `hand ${id}`,
      dueAt: now,
      now,
    } as const;
    let started: Started;
    try {
      started = await inTransaction(db, async (trx) => {
        await holdPerson(trx, userId);
        return startRun(trx, { ...about, input });
      });
    } catch (error) {
      // The id is that of a run of another automation.
      throw brokenUniqueConstraint(error) === 'automation_runs_pkey' ? new AppError('INVALID_INPUT') : error;
    }
    if (started.kind !== 'started' && started.kind !== 'known') throw new AppError(REFUSALS[started.kind]);
    if (started.kind === 'started') jobs.kick('automation-run');
    return (await get(userId, id)).run;
  }

  return {
    get,
    start,

    list: async (
      userId: UserId,
      { automationId = null, cursor = null }: { [K in keyof z.output<typeof listRunsSchema>]?: string | null },
    ): Promise<RunList> => {
      const rows = await lists.listRuns(db, { userId, automationId, after: cursor, limit: PAGE + 1 });
      const hasNoRuns = rows.length === 0 && automationId !== null;
      if (hasNoRuns && !(await lists.findLiveTrigger(db, { userId, automationId }))) throw new AppError('NOT_FOUND');
      const page = rows.slice(0, PAGE);
      return { runs: page.map(toRun), nextCursor: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null };
    },

    /**
     * A run that failed is tried again from the step that failed, with all its attempts and with the steps as they are now; one that is paused, or
     * waits for another attempt, continues now.
     */
    retry: (userId: UserId, runId: string): Promise<void> =>
      change(userId, runId, async (trx, run, now) => {
        const isAsked = run.status === 'paused' && (await lists.hasStep(trx, run, 'unknown'));
        const isWaiting = run.status === 'waiting' && (await lists.hasStep(trx, run, 'failed'));
        if (isAsked || !(run.status === 'failed' || run.status === 'paused' || isWaiting))
          throw new AppError('RUN_CHANGED');
        if (run.areValuesDeleted) throw new AppError('RUN_CHANGED', NOT_RETRIED);
        if (run.status === 'failed') await takeNewerSteps(trx, run);
        await settleSteps(trx, run, { from: 'failed', to: 'failed', tries: TRIES, endedAt: null });
        await getBackInLine(trx, run, now);
      }),

    cancel: (userId: UserId, runId: string): Promise<void> => cancel({ userId, runId }, CANCELED),

    /** The owner says what became of a step that was cut off. */
    settleUnknown: (userId: UserId, { runId, outcome }: z.output<typeof settleUnknownSchema>): Promise<void> =>
      change(userId, runId, async (trx, run, now) => {
        const endedAt = outcome === 'repeat' ? null : now;
        const how = { from: 'unknown', to: SETTLED[outcome], tries: TRIES, endedAt } as const;
        if (run.status !== 'paused' || (await settleSteps(trx, run, how)) === 0) throw new AppError('RUN_CHANGED');
        await getBackInLine(trx, run, now);
      }),

    /** A run ends after 90 days at the latest: what it waits for doesn't come anymore. It is kept for another 90. */
    purge: async (): Promise<void> => {
      const before = new Date((await clock.now()).getTime() - RUN_DAYS * DAY_MS);
      while ((await lists.deleteOldRuns(db, before, DELETED_AT_A_TIME)) === DELETED_AT_A_TIME);
      for (const { name, ...run } of await lists.listUnfinishedRuns(db, before, DELETED_AT_A_TIME)) {
        const about = { ...run, name, reason: TOO_LONG };
        await cancel(run, TOO_LONG, (trx, automationId, now) => tellOfFailure(trx, { ...about, automationId, now }));
      }
    },
  };
}
export type AutomationRunsService = ReturnType<typeof createAutomationRuns>;
