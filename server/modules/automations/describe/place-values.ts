import { valuesBefore } from '#contract/automations/available-values.ts';
import type { Definition } from '#contract/automations/definition.ts';
import type { Step } from '#contract/automations/steps.ts';
import { trimBothEnds } from '#server/lib/text/trim.ts';

/** `{{a.answer}}`, as a model writes it. */
const VALUE = /\{\{\s*([A-Za-z]\w*)\.([A-Za-z]\w*)\s*\}\}/g;
const REFERENCE = /^([A-Za-z]\w*)\.([A-Za-z]\w*)$/;
const LEFT_OUT = 'I left out a value that no earlier step has.';

/**
 * Puts our own references in the place of a model's: `idOf` is our id of a step by the model's name for it. A value that no earlier step has
 * is left out, unless the step it names has only one.
 */
export function placeValues(definition: Definition, idOf: ReadonlyMap<string, string>, notes: string[]): Step[] {
  const inStep = (step: Step): Step => {
    const known = valuesBefore(definition, step.id).map(({ reference }) => reference);
    const find = (source: string, field: string): string | null => {
      const id = source === 'trigger' || source === 'run' ? source : (idOf.get(source) ?? '');
      const ofSource = known.filter((reference) => reference.startsWith(`${id}.`));
      const found = ofSource.find((reference) => reference === `${id}.${field}`);
      const meant = found ?? (ofSource.length === 1 ? ofSource[0] : undefined);
      if (meant === undefined) notes.push(LEFT_OUT);
      return meant ?? null;
    };
    const fill = (text: string) =>
      text.replaceAll(VALUE, (_, source: string, field: string) => {
        const reference = find(source, field);
        return reference === null ? '' : `{{${reference}}}`;
      });
    const one = (reference: string) => {
      const [, source = '', field = ''] = REFERENCE.exec(trimBothEnds(reference, /[\s{}]/)) ?? [];
      return reference.trim() === '' ? '' : (find(source, field) ?? '');
    };
    switch (step.kind) {
      case 'ask':
        return { ...step, prompt: fill(step.prompt) };
      case 'search':
        return { ...step, query: fill(step.query) };
      case 'email':
        return { ...step, subject: fill(step.subject), body: fill(step.body) };
      case 'webhook':
        return { ...step, fields: step.fields.map(({ name, value }) => ({ name, value: fill(value) })) };
      case 'approve':
        return { ...step, title: fill(step.title), text: fill(step.text) };
      case 'note':
      case 'post':
      case 'notify':
        return { ...step, text: fill(step.text) };
      case 'condition':
        return {
          ...step,
          value: one(step.value),
          than: fill(step.than),
          then: step.then.map(inStep),
          otherwise: step.otherwise.map(inStep),
        };
      case 'loop':
        return { ...step, over: one(step.over), steps: step.steps.map(inStep) };
      case 'template':
      case 'wait':
        return step;
    }
  };
  return definition.steps.map(inStep);
}
