import { isActionStep } from '#contract/automations/all-steps.ts';
import { referencesOf, valuesOf, type AvailableValue } from '#contract/automations/available-values.ts';
import type { Definition } from '#contract/automations/definition.ts';
import { STEP_KINDS, type ActionStep, type Step, type StepKind } from '#contract/automations/steps.ts';
import type { Test } from '#contract/automations/steps/condition.ts';
import type { Field, Trigger } from '#contract/automations/triggers.ts';
import type { Values } from '#contract/automations/values.ts';
import { ASSISTANT_IDS } from '#contract/chat/assistants.ts';
import { exampleStep } from './example-steps.ts';
import { oneOf, type Random } from './random.ts';

/** Conditions and loops may hold each other once. */
const DEPTH_MAX = 2;
const STEPS_MAX = 24;

const TRIGGER: Trigger = {
  kind: 'manual',
  form: [
    { name: 'topic', label: 'Topic', kind: 'text' },
    { name: 'notes', label: 'Notes', kind: 'text' },
    { name: 'items', label: 'Items', kind: 'list' },
    { name: 'price', label: 'Price', kind: 'number' },
    { name: 'isUrgent', label: 'Urgent', kind: 'yes_no' },
    { name: 'day', label: 'Day', kind: 'date' },
  ],
};
export const TRIGGER_VALUES: Values = {
  topic: 'Bowls',
  notes: '',
  items: Array.from({ length: 25 }, (_, index) => `Bowl ${index + 1}`),
  price: 12,
  isUrgent: true,
  day: '2026-12-01',
};
export const RUN_VALUES: Values = {
  day: '2026-11-16',
  time: '10:00 AM',
  yesterdays_chats: '',
  next_date: 'December 12: The kiln opens.',
};

const KNOWN: AvailableValue[] = [
  ...TRIGGER.form.map(({ name, label, kind }) => ({ reference: `trigger.${name}`, label, kind })),
  ...Object.keys(RUN_VALUES).map((name) => ({ reference: `run.${name}`, label: name, kind: 'text' as const })),
];
/** The parts of the answers that `predictableSteps` give. */
export const PARTS: Field[] = [
  { name: 'draft', label: 'Draft', kind: 'text' },
  { name: 'score', label: 'Score', kind: 'number' },
  { name: 'worth', label: 'Worth it', kind: 'yes_no' },
  { name: 'ideas', label: 'Ideas', kind: 'list' },
  { name: 'due', label: 'Due', kind: 'date' },
];
const TESTS_OF: Record<AvailableValue['kind'], readonly Test[]> = {
  text: ['is', 'is_not', 'contains', 'is_empty', 'is_not_empty', 'more_than'],
  number: ['is', 'is_not', 'more_than', 'less_than'],
  yes_no: ['is', 'is_not'],
  list: ['contains', 'is_empty', 'is_not_empty', 'is'],
  date: ['is', 'more_than', 'less_than'],
};
const THAN: Record<AvailableValue['kind'], readonly string[]> = {
  text: ['Bowls are back.', 'Bowls', '12', 'no'],
  number: ['3', '12', '$50'],
  yes_no: ['Yes', 'No'],
  list: ['Bowl 2', 'A mug'],
  date: ['2026-12-01', '2026-12-24'],
};

/** Steps whose values only a real run has: the responses of calls, and answers that a rehearsal doesn't write. */
const BRINGS_UNKNOWN: Partial<Record<StepKind, 'always' | 'unwritten'>> = { webhook: 'always', ask: 'unwritten' };

/**
 * A valid definition. With `isAllKnown`, no step reads a value that only a real run has. Otherwise steps may read such
 * values directly, but nothing derived from them: a rehearsal has a label in their place.
 */
export function generateAutomation(random: Random, { isAllKnown }: { isAllKnown: boolean }): Definition {
  const unknown = new Set<string>();
  let made = 0;
  const newId = () => {
    made += 1;
    return `s${made}`;
  };
  const isRoom = () => made < STEPS_MAX;
  const isLucky = (share: number) => random() < share;

  /** Words, with a few values in them, and now and then nothing but a value, which may be empty. */
  function text(known: readonly AvailableValue[]): string {
    const value = () => `{{${oneOf(random, known).reference}}}`;
    if (isLucky(0.25)) return value();
    return ['We say', ...Array.from({ length: Math.floor(random() * 3) }, value), 'and more'].join(' ');
  }

  function aStep(known: readonly AvailableValue[], depth: number): Step {
    const id = newId();
    const kind = oneOf(random, STEP_KINDS);
    const assistantId = oneOf(random, ASSISTANT_IDS);
    if (kind === 'ask')
      return {
        kind,
        id,
        assistantId,
        prompt: text(known),
        parts: isLucky(0.5) ? PARTS.filter(() => isLucky(0.7)) : [],
      };
    if (kind === 'template')
      return { kind, id, templateId: 'greeting', values: isLucky(0.7) ? { name: text(known).slice(0, 100) } : {} };
    if (kind === 'wait') return { kind, id, until: oneOf(random, WAITS) };
    if (kind === 'webhook')
      return {
        kind,
        id,
        url: 'https://hooks.shop.example/in',
        fields: [{ name: 'text', value: text(known) }],
        recognizesRepeats: isLucky(0.5),
      };
    if (kind === 'condition') {
      if (depth >= DEPTH_MAX) return { kind: 'notify', id, text: text(known) };
      const value = oneOf(random, known);
      const test = oneOf(random, TESTS_OF[value.kind]);
      // Only numbers and days are more or less than something.
      const like = test === 'more_than' && value.kind === 'text' ? 'number' : value.kind;
      return {
        kind,
        id,
        value: value.reference,
        test,
        than: isLucky(0.15) ? `{{${oneOf(random, known).reference}}}` : oneOf(random, THAN[like]),
        then: someSteps(known, depth + 1, 3),
        otherwise: someSteps(known, depth + 1, 2),
        stops: isLucky(0.3),
      };
    }
    if (kind === 'loop') {
      const lists = known.filter((one) => one.kind === 'list');
      const list = oneOf(random, lists);
      if (depth >= DEPTH_MAX) return { kind: 'search', id, query: text(known) };
      const step: Step = { kind, id, over: list.reference, max: 1 + Math.floor(random() * 4), steps: [] };
      if (unknown.has(list.reference)) for (const { reference } of valuesOf(step)) unknown.add(reference);
      return { ...step, steps: [...someSteps([...known, ...valuesOf(step)], depth + 1, 2), aNotice(known)] };
    }
    return exampleStep(kind, { id, text: () => text(known) });
  }
  const aNotice = (known: readonly AvailableValue[]): Step => ({ kind: 'notify', id: newId(), text: text(known) });

  /** The values of a step that later ones may read. */
  function offeredBy(step: ActionStep): AvailableValue[] {
    const values = valuesOf(step);
    const brings = BRINGS_UNKNOWN[step.kind];
    if (isAllKnown) return brings === 'always' ? [] : values;
    if (brings) for (const { reference } of values) unknown.add(reference);
    return brings || !referencesOf(step).some((reference) => unknown.has(reference)) ? values : [];
  }

  function someSteps(known: readonly AvailableValue[], depth: number, most: number): Step[] {
    const steps: Step[] = [];
    const values = [...known];
    const count = Math.floor(random() * (most + 1));
    while (steps.length < count && isRoom()) {
      const step = aStep(values, depth);
      steps.push(step);
      if (isActionStep(step)) values.push(...offeredBy(step));
    }
    return steps;
  }

  const steps = someSteps(KNOWN, 0, 12);
  return { trigger: TRIGGER, steps: steps.length > 0 ? steps : [aNotice(KNOWN)] };
}

const WAITS = [
  { kind: 'duration', minutes: 90 },
  { kind: 'time', time: '18:00' },
  { kind: 'quiet_hours', from: '20:00', to: '08:00' },
] as const;
