import { valuesBefore } from '#contract/automations/available-values.ts';
import type { Definition } from '#contract/automations/definition.ts';
import type { Step, StepKind } from '#contract/automations/steps.ts';
import type { NewStep } from '../../steps/step-view.ts';
import { viewOfKind } from '../../steps/step-views.ts';
import { insertStep, type Place } from './step-tree.ts';

/** An id that no step has had, so that no text refers to the new step by accident. */
export function newStepId(random: () => number = Math.random): string {
  return `s${Math.floor(random() * 36 ** 6)
    .toString(36)
    .padStart(6, '0')}`;
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
export function addStep(
  definition: Definition,
  place: Place,
  kind: StepKind,
  id: string,
  usual: Pick<NewStep, 'assistantId' | 'automationName'>,
): Definition {
  const placed = (step: Step): Definition => ({ ...definition, steps: insertStep(definition.steps, place, step) });
  // A step that stands there already, to find out what is before it.
  const { begin } = viewOfKind(kind);
  const text = lastText(placed(begin({ id, text: '', ...usual })), id);
  return placed(begin({ id, text, ...usual }));
}
