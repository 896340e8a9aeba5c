import { allSteps, isActionStep } from '#contract/automations/all-steps.ts';
import { RUN_STEPS_MAX } from '#contract/automations/automation-limits.ts';
import { referencesOf } from '#contract/automations/available-values.ts';
import type { ActionStep, Step } from '#contract/automations/steps.ts';
import type { Values } from '#contract/automations/values.ts';
import type { BudgetName } from '#contract/billing/budgets.ts';
import type { Db } from '#db/client.ts';
import type { RunClaim, RunToCarryOut } from '#db/queries/automations/run-claims.ts';
import type { RunStep } from '#db/queries/automations/run-steps.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { BudgetUsedUpError } from '#server/lib/budget-used-up.ts';
import { uuid8Of } from '#server/lib/crypto/secrets.ts';
import type { Access } from '#server/modules/profile/profile.service.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import type { Execution } from '../engine/interpret.ts';
import type { Reading } from '../engine/reading.ts';
import type { Scope } from '../engine/scope.ts';
import { StepError, type StepHandlers } from '../steps/step-handler.ts';
import { boundValues } from './bound-values.ts';
import { TRIES, type RunStore, type Settled, type SettledStep } from './run-store.ts';
import { attemptStep, handlerOf, isBrief, isUnknownOnceCutOff } from './step-attempt.ts';
import { createStoredValues } from './stored-values.ts';
import { untilAnswered } from './until-answered.ts';
import { waitsForBudget } from './waits-for-budget.ts';

const STOPPED = 'The condition wasn’t met, so the run ended there.';
const INTERRUPTED = 'This was interrupted.';
const TOO_MANY_STEPS = `A run has at most ${RUN_STEPS_MAX} steps, each item of a list counted. This one would have more.`;

/**
 * How execution ended: `settled`, everything is saved; `left`, another job continues; the others, the caller saves it.
 * `leftOut`: all steps are done, but not for all items of a list.
 */
export type RunEnd = 'settled' | 'left' | { stopped: string } | { failed: string } | { leftOut: string };

type Dependencies = {
  clock: Clock;
  handlers: StepHandlers;
  budgets: Pick<Budgets, 'findFull' | 'take' | 'takeCall' | 'giveBack'>;
  store: RunStore;
  claim: RunClaim;
  run: RunToCarryOut;
  access: Access;
  /** The steps that have begun. */
  known: RunStep[];
  /** The values that every run has, such as the day; those that take a look-up only if they are asked for. */
  runValues: (references: ReadonlySet<string>) => Promise<Values>;
  /** What the steps' values are called. */
  labelOf: (reference: string) => string;
  reading: Reading;
  /** Whether another job should continue from here. */
  isOver: () => boolean;
  stopping: AbortSignal;
};

/** What a step would do, as far as its texts say it: for one that failed before it could. */
const textsOf = (step: ActionStep, fill: Scope['fill']): Values =>
  Object.fromEntries(
    Object.entries(step).flatMap(([name, value]) =>
      typeof value === 'string' && name !== 'id' && name !== 'kind' ? [[name, fill(value)]] : [],
    ),
  );

/**
 * Executes the steps of a run that aren’t done, and recalls the stored results of those that are. Values that are
 * missing are empty.
 */
export function createRunExecution(
  dependencies: Dependencies,
): Execution<RunEnd> & { countSkippedItems: (steps: readonly Step[]) => { done: number; left: number } } {
  const { clock, handlers, budgets, store, claim, run, access, runValues, labelOf, reading, isOver, stopping } =
    dependencies;
  const values = createStoredValues(run.input as Values); // reason: it was bounded before it was stored
  const known = new Map(
    values
      .read(dependencies.known)
      .map(({ key, place, status, attempt, output, resumeAt, startedAt }) => [
        key,
        { key, place, status, attempt, output, resumeAt, startedAt },
      ]),
  );
  const automation = { id: run.automationId, name: run.automationName };
  const account = { userId: claim.userId, access };
  const about = { userId: claim.userId, runId: claim.runId, automation, timeZone: run.timeZone };
  /** The owner has paused everything since this run began. */
  let isPaused = false;
  let { used } = run;
  const placeOf = (key: string) => known.get(key)?.place ?? known.size + 1;

  /** Whether the run has to wait because its owner's runs have used up today's steps or bytes. */
  async function waitsForRoom(): Promise<boolean> {
    const now = await clock.now();
    const full = await budgets.findFull(account, used, now);
    if (full) await store.wait({ claim, now }, waitsForBudget(full, { ...about, now, input: {} }));
    return full !== null;
  }

  /** Reads run-wide values only where a step uses them. */
  async function readRunValues(step: Step, scope: Scope): Promise<void> {
    const unknown = referencesOf(step).filter((one) => one.startsWith('run.') && scope.valueOf(one) === undefined);
    if (unknown.length > 0) scope.add('run', await runValues(new Set(unknown)));
  }

  /** Begins a step that takes a while, or whose outcome we couldn't tell if it were cut off. The others are only recorded once they are done. */
  async function begin(settled: SettledStep, until: Date | null, isCutOff: boolean): Promise<boolean> {
    const { key, place, attempt, now, startedAt } = settled;
    const cutOff = isCutOff ? { at: now.toISOString(), error: INTERRUPTED } : null;
    if (!(await store.begin(claim, { key, place, attempt, resumeAt: until, cutOff, now }))) return false;
    known.set(key, { key, place, status: 'running', attempt, output: {}, resumeAt: until, startedAt });
    return true;
  }

  async function executeStep(step: ActionStep, key: string, scope: Scope): Promise<Settled | { ends: 'left' }> {
    const before = known.get(key);
    const now = await clock.now();
    const handler = handlerOf(handlers, step);
    const isAsked = isUnknownOnceCutOff(handler, step);
    // A step of a run that was given up says "unknown" whatever its kind.
    const isCutOff = before?.status === 'running' || (before?.status === 'unknown' && !isAsked);
    const isNext = isCutOff || before?.status === 'failed';
    const settled: SettledStep = {
      claim,
      automation,
      key,
      place: placeOf(key),
      attempt: before ? before.attempt + (isNext ? 1 : 0) : 1,
      startedAt: before?.startedAt ?? now,
      now,
      values,
    };
    if (before && isAsked && (before.status === 'unknown' || isCutOff))
      return store.askOwner({ ...settled, attempt: before.attempt });
    if (before && isCutOff && before.attempt % TRIES === 0) {
      const cutOff = new StepError(INTERRUPTED);
      return store.fail({ ...settled, attempt: before.attempt }, textsOf(step, scope.fill), cutOff);
    }
    const until = before?.status === 'failed' ? null : (before?.resumeAt ?? null);
    // Only this process knows what a step did outside.
    const written = <T>(write: (isAgain: boolean) => Promise<T>): Promise<T> =>
      isAsked ? untilAnswered(write, stopping) : write(false);
    if (!isBrief(handler) && !(await written(() => begin(settled, until, isCutOff)))) {
      // It was taken from us, which is found out there, or everything is paused.
      await store.handOn(settled);
      return { ends: 'left' };
    }
    await readRunValues(step, scope);
    const context = {
      userId: claim.userId,
      access,
      timeZone: run.timeZone,
      automation,
      // What this run causes has come from all of these.
      run: { id: claim.runId, chain: [...run.chain, automation.id] },
      key,
      effectId: uuid8Of(`automation step ${claim.userId} ${claim.runId} ${key}`),
      attempt: settled.attempt,
      waiting: until && before ? { since: before.startedAt, until } : null,
      now,
      fill: scope.fill,
      valueOf: scope.valueOf,
      beforeCall: () => store.beforeCall(claim),
      take: (budget: BudgetName, trx?: Db) => budgets.take(account, budget, trx),
      takeCall: (host: string) => budgets.takeCall(account, host),
      giveBack: (budget: BudgetName) => budgets.giveBack(claim.userId, budget, now),
    };
    try {
      const outcome = await attemptStep(handler, step, context, stopping);
      const endedAt = await clock.now();
      const result = await written((isAgain) => store.settle({ ...settled, now: endedAt }, outcome, isAgain));
      const { place, startedAt } = settled;
      const row = { key, place, attempt: settled.attempt, startedAt };
      if (result === 'again' && 'until' in outcome)
        known.set(key, { ...row, status: 'waiting', output: {}, resumeAt: outcome.until });
      if (typeof result === 'object' && 'output' in result)
        known.set(key, { ...row, status: 'done', output: result.output, resumeAt: null });
      return result;
    } catch (error) {
      const endedAt = await clock.now();
      if (error instanceof BudgetUsedUpError) {
        const waits = waitsForBudget(error, { ...about, now: endedAt, input: textsOf(step, scope.fill) });
        return written((isAgain) => store.settle({ ...settled, now: endedAt }, waits, isAgain));
      }
      if (!(error instanceof StepError)) throw error;
      return written(() => store.fail({ ...settled, now: endedAt }, textsOf(step, scope.fill), error));
    }
  }

  return {
    /** Items the loops processed and skipped, once all steps are done. */
    countSkippedItems: (steps) => {
      const loops = new Set(allSteps(steps).flatMap(({ kind, id }) => (kind === 'loop' ? [id] : [])));
      const outputs = [...known.values()]
        .filter(({ key, output }) => loops.has(key.split('/').at(-1) ?? key) && typeof output['left'] === 'number')
        .map(({ output }) => output);
      const sum = (name: 'count' | 'left') => outputs.reduce((total, output) => total + Number(output[name] ?? 0), 0);
      return { done: sum('count'), left: sum('left') };
    },
    reading,

    recall: (key) => {
      const before = known.get(key);
      return before?.status === 'done' || before?.status === 'skipped' ? before.output : undefined;
    },

    begin: async (step, { key }, scope) => {
      if (known.size >= RUN_STEPS_MAX && !known.has(key)) return { ends: { failed: TOO_MANY_STEPS } };
      if (isActionStep(step) && (isPaused || isOver())) {
        await store.handOn({ claim, now: await clock.now() });
        return { ends: 'left' };
      }
      if (await waitsForRoom()) return { ends: 'settled' };
      // An action reads them once it has begun. A loop needs none, because none is a list.
      if (step.kind === 'condition') await readRunValues(step, scope);
      return null;
    },

    execute: async (step, { key }, scope) => {
      const settled = await executeStep(step, key, scope);
      if (settled !== 'again' && 'output' in settled) {
        ({ isPaused } = settled);
        used = { ...used, ...settled.used };
      }
      return settled;
    },

    // A run that resumes goes the same way again.
    record: async (_step, { key }, { input, output }) => {
      const now = await clock.now();
      const step = { key, place: placeOf(key), now };
      const row = { input: boundValues(input), output };
      const counted = await store.add(claim, { ...step, ...values.write(step.place, row) });
      values.add(step.place, row);
      used = { ...used, ...counted };
      known.set(key, { ...step, output, status: 'done', attempt: 1, resumeAt: null, startedAt: now });
    },

    fail: async (_step, { key }, { input, problem }) => {
      const now = await clock.now();
      const attempt = (known.get(key)?.attempt ?? 0) + 1;
      const settled = { claim, automation, key, place: placeOf(key), attempt, startedAt: now, now, values };
      await store.fail(settled, input, new StepError(problem(labelOf)));
      return { ends: 'settled' };
    },

    stop: () => ({ stopped: STOPPED }),
    unknown: null,
  };
}
