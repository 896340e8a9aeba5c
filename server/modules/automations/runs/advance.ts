import { definitionSchema } from '#contract/automations/definition.ts';
import type { Values } from '#contract/automations/values.ts';
import type { Db } from '#db/client.ts';
import {
  getRunToCarryOut,
  takeFreshRun,
  type RunClaim,
  type RunKey,
  type RunToCarryOut,
} from '#db/queries/automations/run-claims.ts';
import { listRunSteps } from '#db/queries/automations/run-steps.ts';
import { inTransaction } from '#db/transaction.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Payload } from '#server/jobs/queues.ts';
import type { Run } from '#server/jobs/run-job.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import type { RunValues } from '../steps/run-values.ts';
import { ClaimLostError, type StepHandlers } from '../steps/step-handler.ts';
import { createCarryOut, type WalkEnd } from './carry-out.ts';
import { createScope } from './scope.ts';
import { createStepSettler } from './settle-step.ts';
import { takeOn } from './take-on.ts';
import { walk } from './walk.ts';

/** A job begins no step after this long, so that others get their turn. In milliseconds. */
const BEGINS_FOR_MS = 5 * 60_000;
const UNREADABLE = 'This version of the automation can’t be run anymore. Open it, save it and turn it on again.';

type Dependencies = {
  db: Db;
  clock: Clock;
  profile: Pick<ProfileService, 'accessOf'>;
  handlers: StepHandlers;
  budgets: Budgets;
  runValues: RunValues;
};

/** Carries runs out: each time from the start, with the stored results of what is done. */
export function createRunner({ db, clock, profile, handlers, budgets, runValues }: Dependencies) {
  const settler = createStepSettler(db);

  async function carryOut(claim: RunClaim, run: RunToCarryOut, signal: AbortSignal): Promise<WalkEnd | null> {
    const definition = definitionSchema.safeParse(run.definition);
    if (!definition.success) return { failed: UNREADABLE };
    const begun = performance.now();
    const about = { userId: claim.userId, timeZone: run.timeZone, startedAt: run.startedAt };
    const scope = createScope();
    scope.add('trigger', run.input as Values); // reason: it was bounded before it was stored
    const visitor = createCarryOut({
      db,
      clock,
      handlers,
      budgets,
      settler,
      claim,
      run,
      access: await profile.accessOf(run),
      known: run.hasBegun ? await listRunSteps(db, claim) : [],
      runValues: (references) => runValues(about, references),
      isOver: () => signal.aborted || performance.now() - begun > BEGINS_FOR_MS,
      stopping: signal,
    });
    return (await walk(definition.data.steps, visitor, scope))?.ends ?? null;
  }

  /** Ends a run after its last step, or where the walk says. */
  async function finish(claim: RunClaim, run: RunToCarryOut, ended: WalkEnd | null): Promise<void> {
    if (ended === 'settled' || ended === 'left') return;
    const about = { claim, automation: { id: run.automationId, name: run.automationName }, now: await clock.now() };
    if (ended === null) await settler.end(about, { status: 'done', reason: '' });
    else if ('stopped' in ended) await settler.end(about, { status: 'stopped', reason: ended.stopped });
    else await settler.end(about, { status: 'failed', reason: ended.failed });
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
      await finish(claim, run, await carryOut(claim, run, signal));
    } catch (error) {
      if (!(error instanceof ClaimLostError)) throw error;
    }
  };
}
export type RunAutomation = ReturnType<typeof createRunner>;
