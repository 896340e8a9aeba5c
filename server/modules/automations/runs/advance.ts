import { isEnded } from '#contract/automations/run-states.ts';
import { labelsOf } from '#contract/automations/available-values.ts';
import { withCallFields } from '#contract/automations/call-fields.ts';
import { definitionSchema } from '#contract/automations/definition.ts';
import type { Values } from '#contract/automations/values.ts';
import type { Db } from '#db/client.ts';
import { cancelApprovals } from '#db/queries/automations/approvals.ts';
import {
  changeRun,
  getRunToCarryOut,
  lockRun,
  takeFreshRun,
  takeRun,
  type RunClaim,
  type RunKey,
  type RunToCarryOut,
} from '#db/queries/automations/run-claims.ts';
import { isEverythingPaused } from '#db/queries/automations/run-line.ts';
import { listRunSteps } from '#db/queries/automations/run-steps.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { isJobRunning } from '#db/queries/jobs/job-overview.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Payload } from '#server/jobs/queues.ts';
import type { Run } from '#server/jobs/run-job.ts';
import { unschedule } from '#server/jobs/schedule.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import { interpret } from '../engine/interpret.ts';
import { readingOf } from '../engine/reading.ts';
import { createScope } from '../engine/scope.ts';
import { toCallFields } from '../hooks/call-fields.ts';
import type { RunValues } from '../steps/run-values.ts';
import { ClaimLostError, type StepHandlers } from '../steps/step-handler.ts';
import { jobKeyOfRun, letNextRunsIn, scheduleRun } from './line.ts';
import { createRunExecution, type RunEnd } from './run-execution.ts';
import { createRunStore } from './run-store.ts';

/** A job begins no step after this long, so that others get their turn. In milliseconds. */
const BEGINS_FOR_MS = 5 * 60_000;
const UNREADABLE = 'This version of the automation can’t be run anymore. Open it, save it and turn it on again.';

const itemsSkippedText = (done: number, left: number): string =>
  `Did ${done.toLocaleString('en-US')} of ${(done + left).toLocaleString('en-US')} items. The other ${left === 1 ? 'one was' : `${left.toLocaleString('en-US')} were`} left out, because a list is longer than its step allows.`;

const REMOVED = 'The automation was deleted.';

/**
 * Decides whether a job carries a run out, and if so, gives it the right to write. One that is waiting gets back in
 * line when its time has come; one that another job is carrying out is left to it, unless its process is gone.
 */
async function takeOn(
  trx: Db,
  { userId, runId, jobId, now }: { userId: UserId; runId: string; jobId: string; now: Date },
): Promise<RunClaim | null> {
  const key = { userId, runId };
  await holdPerson(trx, userId);
  let run = await lockRun(trx, key);
  if (run && run.isRemoved && !isEnded(run.status)) {
    await changeRun(trx, key, { status: 'canceled', reason: REMOVED, endedAt: now });
    await cancelApprovals(trx, { ...key, now });
    await letNextRunsIn(trx, userId, now);
    return null;
  }
  if ((run?.status === 'waiting' || run?.status === 'paused') && run.resumeAt) {
    if (run.resumeAt > now) {
      await scheduleRun(trx, userId, runId, run.resumeAt);
      return null;
    }
    await changeRun(trx, key, { status: 'queued' });
    // It may be let in with a job of its own, which this one makes unnecessary.
    if ((await letNextRunsIn(trx, userId, now)).includes(runId))
      await unschedule(trx, 'automation-run', jobKeyOfRun(key));
    run = await lockRun(trx, key);
  }
  if (run?.status !== 'running') return null;
  if (run.claimedBy !== null && run.claimedBy !== jobId && (await isJobRunning(trx, run.claimedBy))) return null;
  if (await isEverythingPaused(trx, userId)) {
    await changeRun(trx, key, { status: 'queued' });
    return null;
  }
  return takeRun(trx, key, jobId);
}

type Dependencies = {
  db: Db;
  clock: Clock;
  profile: Pick<ProfileService, 'accessOf'>;
  handlers: StepHandlers;
  budgets: Budgets;
  runValues: RunValues;
};

/** Executes runs: each time from the start, with the stored results of what is done. */
export function createRunner({ db, clock, profile, handlers, budgets, runValues }: Dependencies) {
  const store = createRunStore(db);

  async function execute(claim: RunClaim, run: RunToCarryOut, signal: AbortSignal): Promise<RunEnd | null> {
    const definition = definitionSchema.safeParse(run.definition);
    if (!definition.success) return { failed: UNREADABLE };
    const begun = performance.now();
    const about = { userId: claim.userId, timeZone: run.timeZone, startedAt: run.startedAt };
    const scope = createScope(null);
    scope.add('trigger', run.input as Values); // reason: it was bounded before it was stored
    const execution = createRunExecution({
      clock,
      handlers,
      budgets,
      store,
      claim,
      run,
      access: await profile.accessOf(run),
      known: run.hasBegun ? await listRunSteps(db, claim) : [],
      runValues: (references) => runValues(about, references),
      labelOf: labelsOf(withCallFields(definition.data, toCallFields(run.callFields))),
      reading: readingOf(definition.data, run.timeZone),
      isOver: () => signal.aborted || performance.now() - begun > BEGINS_FOR_MS,
      stopping: signal,
    });
    const ended = await interpret(definition.data.steps, execution, scope);
    if (ended) return ended.ends;
    const { done, left } = execution.countSkippedItems(definition.data.steps);
    return left === 0 ? null : { leftOut: itemsSkippedText(done, left) };
  }

  /** Ends a run after its last step, or where its steps say. */
  async function finish(claim: RunClaim, run: RunToCarryOut, ended: RunEnd | null): Promise<void> {
    if (ended === 'settled' || ended === 'left') return;
    const about = { claim, automation: { id: run.automationId, name: run.automationName }, now: await clock.now() };
    if (ended === null) await store.end(about, { status: 'done', reason: '' });
    else if ('leftOut' in ended) await store.end(about, { status: 'done', reason: ended.leftOut });
    else if ('stopped' in ended) await store.end(about, { status: 'stopped', reason: ended.stopped });
    else await store.end(about, { status: 'failed', reason: ended.failed });
  }

  /** Gives a job the right to carry a run out; undefined if there is nothing for it to do. */
  async function take(key: RunKey, jobId: string): Promise<RunToCarryOut | undefined> {
    const now = await clock.now();
    const fresh = await takeFreshRun(db, key, { jobId, now });
    if (fresh) return fresh;
    const claim = await inTransaction(db, (trx) => takeOn(trx, { ...key, jobId, now }));
    // Another job may have taken it on since: then nothing can be written with our claim.
    return claim ? { ...(await getRunToCarryOut(db, key, now)), claim: claim.claim } : undefined;
  }

  return async ({ userId, runId }: Payload<'automation-run'>, { jobId, signal }: Run): Promise<void> => {
    const run = await take({ userId, runId }, jobId);
    if (!run) return;
    const claim = { userId, runId, claim: run.claim };
    try {
      await finish(claim, run, await execute(claim, run, signal));
    } catch (error) {
      if (!(error instanceof ClaimLostError)) throw error;
    }
  };
}
export type RunAutomation = ReturnType<typeof createRunner>;
