import type { Step } from '#contract/automations/steps.ts';
import type { Trigger } from '#contract/automations/triggers.ts';

// A model is told less than an automation holds. What it can't say stays as it was.

const textOf = (fields: readonly { value: string }[]) => fields.map(({ value }) => value).join('\n');

/** A step that a model wrote again, with what it couldn't say of the one that was there. */
export function keepOfStep(step: Step, before: Step | undefined): Step {
  if (step.kind === 'template' && before?.kind === 'template')
    return step.templateId === before.templateId ? { ...step, values: before.values } : step;
  if (step.kind === 'loop' && before?.kind === 'loop') return { ...step, max: before.max };
  if (step.kind !== 'webhook' || before?.kind !== 'webhook') return step;
  const fields = textOf(step.fields) === textOf(before.fields) ? before.fields : step.fields;
  return { ...step, fields, recognizesRepeats: before.recognizesRepeats && step.url === before.url };
}

/** The same for a trigger. */
export function keepOfTrigger(trigger: Trigger, before: Trigger | undefined): Trigger {
  if (trigger.kind === 'schedule' && before?.kind === 'schedule')
    return { ...trigger, timeZone: before.timeZone, missed: before.missed };
  return trigger.kind === 'webhook' && before?.kind === 'webhook' ? before : trigger;
}
