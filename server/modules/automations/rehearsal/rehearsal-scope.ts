import { fillValues, type Value, type Values } from '#contract/automations/values.ts';

/**
 * The values that steps of a rehearsed run can use, by `step.field`. What is inside a condition or a loop sees what is around it, and not the other
 * way round. What isn't known yet has no value.
 */
export type RehearsalScope = {
  valueOf: (reference: string) => Value | undefined;
  /** A text with its values in place, and `[Label]` where one isn't known yet. */
  fill: (text: string) => string;
  add: (source: string, values: Values) => void;
  inner: () => RehearsalScope;
};

export function createRehearsalScope(labelOf: (reference: string) => string, outer?: RehearsalScope): RehearsalScope {
  const own = new Map<string, Value>();
  const valueOf = (reference: string) => own.get(reference) ?? outer?.valueOf(reference);
  const scope: RehearsalScope = {
    valueOf,
    fill: (text) => fillValues(text, (reference) => valueOf(reference) ?? `[${labelOf(reference)}]`),
    add: (source, values) => {
      for (const [field, value] of Object.entries(values)) own.set(`${source}.${field}`, value);
    },
    inner: () => createRehearsalScope(labelOf, scope),
  };
  return scope;
}
