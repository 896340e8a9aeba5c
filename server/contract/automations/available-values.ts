import type { Definition } from './definition.ts';
import type { Step } from './steps.ts';
import type { Trigger } from './triggers.ts';
import type { ValueKind } from './values.ts';

/** A value that a step can use: `reference` is `step.field`. */
export type AvailableValue = { reference: string; label: string; kind: ValueKind };

/** What every run has, whatever started it. */
const OF_THE_RUN: AvailableValue[] = [
  { reference: 'run.yesterdays_chats', label: 'Yesterday’s conversations', kind: 'text' },
  { reference: 'run.next_date', label: 'Next date', kind: 'text' },
  { reference: 'run.day', label: 'Day of the run', kind: 'date' },
  { reference: 'run.time', label: 'Time of the run', kind: 'text' },
];

const value = (source: string, field: string, label: string, kind: ValueKind = 'text'): AvailableValue => ({
  reference: `${source}.${field}`,
  label,
  kind,
});

/** What the trigger brings along. */
export function triggerValues(trigger: Trigger): AvailableValue[] {
  switch (trigger.kind) {
    case 'schedule':
      return [];
    case 'webhook':
      return [value('trigger', 'body', 'What was sent')];
    case 'chat':
      return [
        value('trigger', 'question', 'The question'),
        value('trigger', 'answer', 'The answer'),
        value('trigger', 'teammate', 'The teammate'),
        value('trigger', 'title', 'The conversation’s title'),
      ];
    case 'brain':
      return trigger.on === 'fact'
        ? [value('trigger', 'fact', 'The fact'), value('trigger', 'subject', 'What it is about')]
        : [value('trigger', 'name', 'The document or page'), value('trigger', 'text', 'Its beginning')];
    case 'manual':
      return trigger.form.map((field) => value('trigger', field.name, field.label || field.name, field.kind));
  }
}

/** What a step returns. Loops return it to the steps inside them. */
export function valuesOf(step: Step): AvailableValue[] {
  switch (step.kind) {
    case 'ask':
      return step.parts.length === 0
        ? [value(step.id, 'answer', 'Answer')]
        : step.parts.map((part) => value(step.id, part.name, part.label || part.name, part.kind));
    case 'template':
      return [value(step.id, 'text', 'Text'), value(step.id, 'subject', 'Subject')];
    case 'search':
      return [
        value(step.id, 'found', 'What was found'),
        value(step.id, 'facts', 'Facts', 'list'),
        value(step.id, 'count', 'How many', 'number'),
      ];
    case 'approve':
      return [value(step.id, 'text', 'Approved text')];
    case 'webhook':
      return [value(step.id, 'response', 'Response'), value(step.id, 'status', 'Status', 'number')];
    case 'loop':
      return [value(step.id, 'item', 'Item'), value(step.id, 'number', 'Number of the item', 'number')];
    case 'condition':
    case 'wait':
    case 'email':
    case 'note':
    case 'post':
    case 'notify':
      return [];
  }
}

/** The values before a step in a list, or null if the step isn't in it. */
function before(steps: readonly Step[], stepId: string): AvailableValue[] | null {
  const found: AvailableValue[] = [];
  for (const step of steps) {
    if (step.id === stepId) return found;
    if (step.kind === 'condition') {
      const inside = before(step.then, stepId) ?? before(step.otherwise, stepId);
      if (inside) return [...found, ...inside];
    } else if (step.kind === 'loop') {
      const inside = before(step.steps, stepId);
      if (inside) return [...found, ...valuesOf(step), ...inside];
    } else found.push(...valuesOf(step));
  }
  return null;
}

/** The values that a step can use: what the trigger brings, what earlier steps return, and what every run has. A branch that may not be taken offers nothing to the steps after it. */
export const valuesBefore = ({ trigger, steps }: Definition, stepId: string): AvailableValue[] => [
  ...triggerValues(trigger),
  ...(before(steps, stepId) ?? []),
  ...OF_THE_RUN,
];
