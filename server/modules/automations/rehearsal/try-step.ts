import type { z } from 'zod';
import { allSteps, branchesOf, isActionStep } from '#contract/automations/all-steps.ts';
import type { tryStepSchema } from '#contract/automations/automation-inputs.ts';
import { referencesOf, valuesBefore } from '#contract/automations/available-values.ts';
import { CANNOT_BE_TRIED, TRIES_USED_UP, TRY_FAILED, valueNotKnown } from '#contract/automations/rehearsal-texts.ts';
import { contractOf, type Step } from '#contract/automations/steps.ts';
import type { Value } from '#contract/automations/values.ts';
import { monthYear } from '#contract/billing/limits.ts';
import type { Db } from '#db/client.ts';
import { findAutomationPage, type AutomationPageRow } from '#db/queries/automations/automations.ts';
import { getAutomationOwner } from '#db/queries/automations/automations-owner.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import type { TriedStep } from '../automations.dto.ts';
import { toOwner } from '../manage/automation-rows.ts';
import { createProblemFinder, type ListTemplates } from '../manage/problem-finder.ts';
import { boundValues } from '../runs/bound-values.ts';
import { getStepTraits } from '../steps/handlers.ts';
import { valuesOfItem } from '../steps/loop.ts';
import { StepError, type StepHandlers } from '../steps/step-handler.ts';
import { lastInputOf, lastValuesOf } from './last-values.ts';
import type { RunValues } from './occasions.ts';
import { findPastOccasions } from './past-occasions.ts';
import { rehearseStep } from './rehearse-step.ts';
import { usedUp } from './used-up.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  profile: ProfileService;
  handlers: StepHandlers;
  runValues: RunValues;
  listTemplates: ListTemplates;
  attempts: {
    count: (kind: typeof LIMIT, subject: string) => Promise<void>;
    left: (kind: typeof LIMIT, subject: string) => Promise<number>;
  };
};
const LIMIT = 'step-try:person';

/** The loops around a step, outermost first; null if it isn't in the list. */
function loopsAround(steps: readonly Step[], stepId: string): Extract<Step, { kind: 'loop' }>[] | null {
  for (const step of steps) {
    if (step.id === stepId) return [];
    for (const { steps: list } of branchesOf(step)) {
      const inside = loopsAround(list, stepId);
      if (inside) return step.kind === 'loop' ? [step, ...inside] : inside;
    }
  }
  return null;
}

/** Runs one step without its effects, with the values of the last real run. It's free. */
export function createTryStep(dependencies: Dependencies) {
  const { db, clock, profile, handlers, runValues, attempts } = dependencies;
  const findProblems = createProblemFinder(dependencies);
  type Input = z.output<typeof tryStepSchema>;

  /** The values that the step would have: of the newest runs, and of the newest event where no run has any. */
  async function valuesFor(userId: UserId, { definition, stepId }: Input, page: AutomationPageRow, timeZone: string) {
    const { trigger, steps } = definition;
    const now = await clock.now();
    const values = lastValuesOf(page);
    const [event] = await findPastOccasions(db, { userId, trigger, lastInput: lastInputOf(page), limit: 1 });
    const add = (source: string, of: Readonly<Record<string, Value>>) => {
      for (const [field, value] of Object.entries(of)) values.set(`${source}.${field}`, value);
    };
    add('trigger', event?.values ?? {});
    const references = new Set(allSteps(steps).flatMap(referencesOf));
    add('run', await runValues({ userId, timeZone, startedAt: now }, references));
    for (const { id, over } of loopsAround(steps, stepId) ?? []) {
      const list = values.get(over);
      const item = Array.isArray(list) ? list[0] : undefined;
      if (item !== undefined) add(id, valuesOfItem(item, 1));
    }
    return values;
  }

  /** Values that no run and no event has had yet can't be made up. */
  function refuseUnknown({ definition }: Input, step: Step, values: ReadonlyMap<string, Value>): void {
    const unknown = referencesOf(step).find((reference) => !values.has(reference));
    if (unknown === undefined) return;
    const label = valuesBefore(definition, step.id).find(({ reference }) => reference === unknown)?.label;
    throw new AppError('INVALID_INPUT', valueNotKnown(label ?? unknown));
  }

  return async (userId: UserId, input: Input): Promise<TriedStep> => {
    const { automationId, definition, stepId } = input;
    const now = await clock.now();
    const page = await findAutomationPage(db, { userId, automationId }, now);
    const step = allSteps(definition.steps).find(({ id }) => id === stepId);
    if (!page || !step) throw new AppError('NOT_FOUND');
    if (!isActionStep(step) || contractOf(step).canBeTried !== true)
      throw new AppError('INVALID_INPUT', CANNOT_BE_TRIED);
    const row = await getAutomationOwner(db, userId, monthYear(now));
    const { timeZone, access, ...owner } = toOwner(row, await profile.accessOf(row));
    const problems = await findProblems(userId, definition, owner);
    const problem = problems.find((one) => one.stepId === stepId);
    if (problem) throw new AppError('INVALID_INPUT', problem.text);
    const values = await valuesFor(userId, input, page, timeZone);
    refuseUnknown(input, step, values);
    await usedUp(attempts.count(LIMIT, userId), TRIES_USED_UP);
    const begun = performance.now();
    const automation = { id: automationId, name: page.name };
    const valueOf = (reference: string) => values.get(reference);
    const about = { userId, access, timeZone, automation, now, valueOf, labelOf: String };
    const done = await rehearseStep(handlers, step, about).catch((error: unknown) => {
      if (error instanceof StepError) throw new AppError('INVALID_INPUT', error.message, { cause: error });
      throw new AppError('MODEL_FAILED', TRY_FAILED, { cause: error });
    });
    if (done.outcome === 'stops') throw new AppError('INVALID_INPUT', done.text);
    // A question whose values are all known is answered, unless the operator's budget for today is spent.
    if (getStepTraits(step.kind).uses === 'messages' && done.outcome !== 'written') throw new AppError('MODEL_BUDGET');
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    return { output: boundValues(done.output), seconds, left: await attempts.left(LIMIT, userId) };
  };
}
