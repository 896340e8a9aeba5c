import type { Tier } from '../billing/tiers.ts';
import { allSteps } from './all-steps.ts';
import { referencesOf, valuesBefore } from './available-values.ts';
import type { Definition } from './definition.ts';
import { contractOf, type Step } from './steps.ts';
import { itemField } from './steps/loop.ts';
import { isBlank } from './steps/step-contract.ts';
import type { Trigger } from './triggers.ts';

/**
 * What is wrong with a step, or with the trigger (`stepId` is null), as a sentence. `fix` names the button that mends
 * it, and `chip` the chip of the step's sentence that is wrong.
 */
export type Problem = {
  stepId: string | null;
  text: string;
  fix: 'confirm_address' | 'upgrade' | null;
  chip?: string;
};
export type OwnTemplate = { id: string; isPremium: boolean };
/** What the browser and the server know about the owner. Until `templates` has loaded, no template counts as missing. */
export type Owner = {
  tier: Tier;
  email: string;
  confirmedAddresses: readonly string[];
  templates?: readonly OwnTemplate[] | undefined;
};

const NEEDED = {
  schedule: 'Choose at least one day.',
  timeZone: 'Choose a time zone.',
  cron: 'Write the five parts of a cron expression, such as “0 8 * * 1-5”.',
  form: 'Give each field of the form a name.',
  steps: 'Add at least one step.',
} as const;

function missingIn(trigger: Trigger): string | null {
  if (trigger.kind === 'manual') return trigger.form.some(({ label }) => isBlank(label)) ? NEEDED.form : null;
  if (trigger.kind !== 'schedule') return null;
  const { schedule } = trigger;
  if (isBlank(trigger.timeZone)) return NEEDED.timeZone;
  if (schedule.every === 'week' && schedule.weekdays.length === 0) return NEEDED.schedule;
  return schedule.every === 'cron' && schedule.expression.trim().split(/\s+/).length !== 5 ? NEEDED.cron : null;
}

function problemOfStep(definition: Definition, step: Step, owner: Owner): Problem | null {
  const stepId = step.id;
  const { missing, problem } = contractOf(step);
  const lacks = missing(step);
  if (lacks !== null) return { stepId, text: lacks, fix: null };
  const known = new Map(valuesBefore(definition, stepId).map((one) => [one.reference, one]));
  // What a call brings isn't known before the first one.
  const loops = allSteps(definition.steps).filter((one) => one.kind === 'loop' && one.over.startsWith('trigger.'));
  const comesFromCall = (reference: string) =>
    definition.trigger.kind === 'webhook' &&
    (reference.startsWith('trigger.') || loops.some(({ id }) => reference.startsWith(`${id}.${itemField('')}`)));
  if (referencesOf(step).some((reference) => !known.has(reference) && !comesFromCall(reference)))
    return { stepId, text: 'This uses a value that no earlier step has.', fix: null };
  const found = problem?.(step, { owner, comesFromCall, kindOf: (reference) => known.get(reference)?.kind });
  return found ? { stepId, ...found } : null;
}

/** Whether `findProblems` needs the owner's templates. */
export const usesTemplates = (steps: readonly Step[]): boolean =>
  allSteps(steps).some((step) => contractOf(step).usesTemplates === true);

/** What has to be mended before this can run, in the order of the steps; at most one for each step. */
export function findProblems(definition: Definition, owner: Owner): Problem[] {
  const { trigger, steps } = definition;
  const ofTrigger = missingIn(trigger);
  return [
    ...(ofTrigger ? [{ stepId: null, text: ofTrigger, fix: null }] : []),
    ...(steps.length === 0 ? [{ stepId: null, text: NEEDED.steps, fix: null }] : []),
    ...allSteps(steps).flatMap((step) => problemOfStep(definition, step, owner) ?? []),
  ];
}
