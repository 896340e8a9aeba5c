import { CALL_FIELDS_MAX } from './automation-limits.ts';
import type { Definition } from './definition.ts';
import type { CallField } from './triggers.ts';

/**
 * The fields that are known, with those that came in now. What is known stays, so that one odd call takes nothing away.
 */
export function mergeFields(known: readonly CallField[], found: readonly CallField[]): CallField[] {
  const names = new Set(known.map(({ name }) => name));
  const merged = known.map((field) => {
    const again = found.find(({ name }) => name === field.name);
    const items = field.items || again?.items ? mergeFields(field.items ?? [], again?.items ?? []) : undefined;
    return items ? { ...field, items } : field;
  });
  return [...merged, ...found.filter(({ name }) => !names.has(name))].slice(0, CALL_FIELDS_MAX);
}

/** An automation that knows these fields of its calls, too. */
export const withCallFields = (definition: Definition, found: readonly CallField[]): Definition =>
  definition.trigger.kind === 'webhook' && found.length > 0
    ? { ...definition, trigger: { ...definition.trigger, fields: mergeFields(definition.trigger.fields ?? [], found) } }
    : definition;
