import type { AssistantId } from '#contract/chat/assistants.ts';
import { valuesBefore } from '#contract/automations/available-values.ts';
import type { Definition } from '#contract/automations/definition.ts';
import type { Step, StepKind } from '#contract/automations/steps.ts';
import { FIELD_NAME } from '#contract/automations/values.ts';
import { insertStep, type Place } from './step-tree.ts';

/** An id that no step has had, so that no text refers to the new step by accident. */
export function newStepId(random: () => number = Math.random): string {
  return `s${Math.floor(random() * 36 ** 6)
    .toString(36)
    .padStart(6, '0')}`;
}

type Usual = { assistantId: AssistantId; automationName: string };

/** A step as it begins. `text` is what the step before it returned. */
function begin(kind: StepKind, id: string, text: string, { assistantId, automationName }: Usual): Step {
  switch (kind) {
    case 'ask':
      return { kind, id, assistantId, prompt: '', parts: [] };
    case 'template':
      return { kind, id, templateId: '', values: {} };
    case 'search':
      return { kind, id, query: '' };
    case 'wait':
      return { kind, id, until: { kind: 'duration', minutes: 60 } };
    case 'email':
      return { kind, id, to: 'me', subject: automationName, body: text };
    case 'webhook':
      return {
        kind,
        id,
        url: '',
        fields: text === '' ? [] : [{ name: 'text', value: text }],
        recognizesRepeats: false,
      };
    case 'note':
    case 'notify':
      return { kind, id, text };
    case 'post':
      return { kind, id, assistantId, text };
    case 'approve':
      return { kind, id, title: automationName, text, deadline: { kind: 'hours', hours: 24 }, ifLate: 'skip' };
    case 'condition':
      return { kind, id, value: '', test: 'is', than: '', then: [], otherwise: [], stops: true };
    case 'loop':
      return { kind, id, over: '', max: 10, steps: [] };
  }
}

/** The first text that the last step before a place returns, as it stands in a text. */
function lastText(definition: Definition, id: string): string {
  const texts = valuesBefore(definition, id).filter(
    ({ reference, kind }) => kind === 'text' && /^s[a-z0-9]/.test(reference),
  );
  const source = texts.at(-1)?.reference.split('.')[0];
  const first = texts.find(({ reference }) => reference.split('.')[0] === source);
  return first ? `{{${first.reference}}}` : '';
}

/** The definition with a new step at a place. It begins with what the step before it returned, and with the teammate that was asked last. */
export function addStep(definition: Definition, place: Place, kind: StepKind, id: string, usual: Usual): Definition {
  const placed = (step: Step): Definition => ({ ...definition, steps: insertStep(definition.steps, place, step) });
  // A step that stands there already, to find out what is before it.
  const text = lastText(placed(begin('wait', id, '', usual)), id);
  return placed(begin(kind, id, text, usual));
}

/** A name for a part or a field, made from its label; texts use it, and it stays when the label changes. */
export function fieldNameFor(label: string, taken: readonly string[]): string {
  const words = label
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9 ]/g, '')
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '');
  const joined = words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
  const name = joined.replace(/^[^a-z]+/, '').slice(0, 30);
  const base = FIELD_NAME.test(name) ? name : 'part';
  for (let count = 1; ; count += 1) {
    const one = count === 1 ? base : `${base}${count}`;
    if (!taken.includes(one)) return one;
  }
}
