import { fillValues, type Value, type Values } from '#contract/automations/values.ts';

/** The values that steps can use, by `step.field`. What is inside a condition or a loop sees what is around it, and not the other way round. */
export type Scope = {
  valueOf: (reference: string) => Value | undefined;
  /** A text with its values in place. */
  fill: (text: string) => string;
  /** What a step returned, for the steps after it. */
  add: (source: string, values: Values) => void;
  inner: () => Scope;
};

export function createScope(outer?: Scope): Scope {
  const own = new Map<string, Value>();
  const valueOf = (reference: string) => own.get(reference) ?? outer?.valueOf(reference);
  const scope: Scope = {
    valueOf,
    fill: (text) => fillValues(text, valueOf),
    add: (source, values) => {
      for (const [field, value] of Object.entries(values)) own.set(`${source}.${field}`, value);
    },
    inner: () => createScope(scope),
  };
  return scope;
}
