import { branchesOf, isActionStep } from './all-steps.ts';
import type { Definition } from './definition.ts';
import { contractOf, type Step } from './steps.ts';
import { createAvailableValue } from './steps/step-contract.ts';
import type { Trigger } from './triggers.ts';
import { referencesIn, type ValueKind } from './values.ts';

/** A value that a step can use: `reference` is `step.field`. */
export type AvailableValue = { reference: string; label: string; kind: ValueKind };

/** What every run has, whatever started it. */
const OF_THE_RUN: AvailableValue[] = [
  { reference: 'run.yesterdays_chats', label: 'Yesterday’s conversations', kind: 'text' },
  { reference: 'run.next_date', label: 'Next date', kind: 'text' },
  { reference: 'run.day', label: 'Day of the run', kind: 'date' },
  { reference: 'run.time', label: 'Time of the run', kind: 'text' },
];

/** What the trigger brings along. */
export function triggerValues(trigger: Trigger): AvailableValue[] {
  switch (trigger.kind) {
    case 'schedule':
      return [];
    case 'webhook':
      return [createAvailableValue('trigger', 'body', 'What was sent')];
    case 'chat':
      return [
        createAvailableValue('trigger', 'question', 'The question'),
        createAvailableValue('trigger', 'answer', 'The answer'),
        createAvailableValue('trigger', 'teammate', 'The teammate'),
        createAvailableValue('trigger', 'title', 'The conversation’s title'),
      ];
    case 'brain':
      return trigger.on === 'fact'
        ? [
            createAvailableValue('trigger', 'fact', 'The fact'),
            createAvailableValue('trigger', 'subject', 'What it is about'),
          ]
        : [
            createAvailableValue('trigger', 'name', 'The document or page'),
            createAvailableValue('trigger', 'text', 'Its beginning'),
          ];
    case 'manual':
      return trigger.form.map((field) =>
        createAvailableValue('trigger', field.name, field.label || field.name, field.kind),
      );
  }
}

/** What a step returns. Loops return it to the steps inside them. */
export const valuesOf = (step: Step): AvailableValue[] => contractOf(step).yields?.(step) ?? [];

/** The values that a step itself uses, as `step.field`, not those of the steps inside it. */
export function referencesOf(step: Step): string[] {
  const found: string[] = [];
  contractOf(step).replace?.(step, {
    text: (text) => {
      found.push(...referencesIn(text));
      return text;
    },
    reference: (reference) => {
      if (reference !== '') found.push(reference);
      return reference;
    },
  });
  return found;
}

/** The values before a step in a list, or null if the step isn't in it. */
function before(steps: readonly Step[], stepId: string): AvailableValue[] | null {
  const found: AvailableValue[] = [];
  for (const step of steps) {
    if (step.id === stepId) return found;
    if (isActionStep(step)) {
      found.push(...valuesOf(step));
      continue;
    }
    for (const { steps: list } of branchesOf(step)) {
      const inside = before(list, stepId);
      if (inside) return [...found, ...valuesOf(step), ...inside];
    }
  }
  return null;
}

/** The values that a step can use: what the trigger brings, what earlier steps return, and what every run has. A branch that may not be taken offers nothing to the steps after it. */
export const valuesBefore = ({ trigger, steps }: Definition, stepId: string): AvailableValue[] => [
  ...triggerValues(trigger),
  ...(before(steps, stepId) ?? []),
  ...OF_THE_RUN,
];
