import { allSteps, branchesOf, isActionStep, numbersOf } from './all-steps.ts';
import { labelFor } from './call-fields.ts';
import type { Definition } from './definition.ts';
import { contractOf, type Step } from './steps.ts';
import { itemField } from './steps/loop.ts';
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
      return [
        ...(trigger.fields ?? []).map(({ name, label, kind }) => createAvailableValue('trigger', name, label, kind)),
        createAvailableValue('trigger', 'body', 'What was sent'),
      ];
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

/** The fields of the objects that a loop goes through, if it goes through a list of a call. */
function itemFields(trigger: Trigger, step: Step): AvailableValue[] {
  if (trigger.kind !== 'webhook' || step.kind !== 'loop') return [];
  const list = trigger.fields?.find(({ name }) => step.over === `trigger.${name}`);
  return (list?.items ?? []).map(({ name, label, kind }) =>
    createAvailableValue(step.id, itemField(name), `${label} of the item`, kind),
  );
}

/** The values before a step in a list, or null if the step isn't in it. */
function before(trigger: Trigger, steps: readonly Step[], stepId: string): AvailableValue[] | null {
  const found: AvailableValue[] = [];
  for (const step of steps) {
    if (step.id === stepId) return found;
    if (isActionStep(step)) {
      found.push(...valuesOf(step));
      continue;
    }
    for (const { steps: list } of branchesOf(step)) {
      const inside = before(trigger, list, stepId);
      if (inside) return [...found, ...itemFields(trigger, step), ...valuesOf(step), ...inside];
    }
  }
  return null;
}

/** What several values have in common. */
function repeated(texts: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(texts.flatMap((text) => (seen.has(text) ? [text] : (seen.add(text), []))));
}

/** Labels that repeat get their step's number, `Answer (step 2)`, and within one step the name of their field. */
function disambiguateLabels(values: readonly AvailableValue[], numbers: ReadonlyMap<string, string>): AvailableValue[] {
  const twice = repeated(values.map(({ label }) => label));
  const numbered = values.map((value) => {
    const number = numbers.get(value.reference.split('.')[0] ?? '') ?? '1';
    return twice.has(value.label) ? { ...value, label: `${value.label} (step ${number})` } : value;
  });
  const stillTwice = repeated(numbered.map(({ label }) => label));
  return numbered.map((value, index) =>
    stillTwice.has(value.label)
      ? { ...value, label: `${values[index]?.label} (${value.reference.split('.')[1]})` }
      : value,
  );
}

/** The values that a step can use: what the trigger brings, what earlier steps return, and what every run has. A branch that may not be taken offers nothing to the steps after it. */
export const valuesBefore = ({ trigger, steps }: Definition, stepId: string): AvailableValue[] =>
  disambiguateLabels(
    [...triggerValues(trigger), ...(before(trigger, steps, stepId) ?? []), ...OF_THE_RUN],
    numbersOf(steps),
  );

/** All values of an automation, by `step.field`. */
function allValues(definition: Definition): Map<string, AvailableValue> {
  const values = [...allSteps(definition.steps).map(({ id }) => id), ''].flatMap((id) => valuesBefore(definition, id));
  return new Map(values.map((value) => [value.reference, value]));
}

/** The names of all values of an automation, by `step.field`. One that it doesn't know is called like its field. */
export function labelsOf(definition: Definition): (reference: string) => string {
  const values = allValues(definition);
  return (reference) => values.get(reference)?.label ?? labelFor(reference.slice(reference.indexOf('.') + 1));
}

/** The kinds of all values of an automation, by `step.field`. */
export function kindsOf(definition: Definition): (reference: string) => ValueKind | undefined {
  const values = allValues(definition);
  return (reference) => values.get(reference)?.kind;
}
