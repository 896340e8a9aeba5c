import { branchesOf, type Branch } from '#contract/automations/all-steps.ts';
import type { Schedule } from '#contract/automations/schedules.ts';
import type { Step } from '#contract/automations/steps.ts';
import type { Trigger } from '#contract/automations/triggers.ts';
import { looseDraftSchema, type LooseDraft } from '#server/prompts/automation-draft.ts';
import type { DraftedAutomation } from '../automations.dto.ts';
import { getStepTraits } from '../steps/handlers.ts';

function ofSchedule(schedule: Schedule): object {
  const { every } = schedule;
  if (every === 'cron') return { every, cron: schedule.expression };
  return every === 'month' && schedule.day === 'last' ? { ...schedule, day: 0 } : schedule;
}

function ofTrigger(trigger: Trigger): object {
  switch (trigger.kind) {
    case 'schedule':
      return { kind: 'schedule', ...ofSchedule(trigger.schedule) };
    case 'chat':
      return { kind: 'chat', on: trigger.on, teammate: trigger.assistantId ?? '' };
    case 'brain':
    case 'manual':
      return trigger;
    case 'webhook':
      return { kind: 'webhook', form: (trigger.fields ?? []).slice(0, FIELDS_TOLD) };
  }
}

/** A model is told as many fields of calls as a form may have there. */
const FIELDS_TOLD = 20;

/** What a model calls the lists inside a step. */
export const LIST_NAMES: Record<Branch, string> = { then: 'then', otherwise: 'otherwise', steps: 'each' };

const inList = (steps: readonly Step[], inside: string): object[] =>
  steps.flatMap((step) => [
    { ...getStepTraits(step.kind).write(step), as: step.id, kind: step.kind, inside },
    ...branchesOf(step).flatMap(({ branch, steps: list }) => inList(list, `${step.id}.${LIST_NAMES[branch]}`)),
  ]);

/** An automation in the form in which a model writes one: what `readDraft` reads. */
export const writeDraft = ({ name, description, definition }: Omit<DraftedAutomation, 'notes'>): LooseDraft =>
  looseDraftSchema.parse({
    name,
    description,
    trigger: ofTrigger(definition.trigger),
    steps: inList(definition.steps, ''),
  });
