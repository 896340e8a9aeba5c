import { branchesOf, withBranch } from '#contract/automations/all-steps.ts';
import { valuesBefore } from '#contract/automations/available-values.ts';
import type { Definition } from '#contract/automations/definition.ts';
import { contractOf, type Step } from '#contract/automations/steps.ts';
import { trimBothEnds } from '#server/lib/text/trim.ts';
import { getStepTraits } from '../steps/handlers.ts';

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
    const placed = getStepTraits(step.kind).keepsTexts
      ? step
      : (contractOf(step).replace?.(step, { text: fill, reference: one }) ?? step);
    return branchesOf(placed).reduce(
      (whole, { branch, steps }) => withBranch(whole, branch, steps.map(inStep)),
      placed,
    );
  };
  return definition.steps.map(inStep);
}
