import { allSteps } from '#contract/automations/all-steps.ts';
import type { Definition } from '#contract/automations/definition.ts';
import { itemField } from '#contract/automations/steps/loop.ts';

/**
 * An automation with only those fields of its calls that its steps use. The others are kept with the calls, so that a
 * sender who makes up names can't make an automation too long to save.
 */
export function withUsedFields(definition: Definition): Definition {
  const { trigger, steps } = definition;
  if (trigger.kind !== 'webhook' || !trigger.fields) return definition;
  const text = JSON.stringify(steps);
  const loops = allSteps(steps).filter((step) => step.kind === 'loop');
  const isUsedItem = (list: string, name: string) =>
    loops.some(({ id, over }) => over === `trigger.${list}` && text.includes(`${id}.${itemField(name)}`));
  const fields = trigger.fields
    .filter(({ name }) => text.includes(`trigger.${name}`))
    .map((field) =>
      field.items ? { ...field, items: field.items.filter(({ name }) => isUsedItem(field.name, name)) } : field,
    );
  return { ...definition, trigger: { ...trigger, fields } };
}
