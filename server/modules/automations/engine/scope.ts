import { fillValues, type Value, type Values } from '#contract/automations/values.ts';

/** The values that steps can use, by `step.field`. What is inside a condition or a loop sees what is around it, and not the other way round. */
export type Scope = {
  /** Whether a missing value counts as empty. If not, it may only be unknown so far. */
  isComplete: boolean;
  valueOf: (reference: string) => Value | undefined;
  /** A text with its values in place. In a scope that isn't complete, `[Label]` stands where one isn't known. */
  fill: (text: string) => string;
  /** What a step returned, for the steps after it. */
  add: (source: string, values: Values) => void;
  inner: () => Scope;
};

/** `labelOf` names the values that aren't known yet. Without it, missing values are empty. */
export function createScope(labelOf: ((reference: string) => string) | null, outer?: Scope): Scope {
  const own = new Map<string, Value>();
  const valueOf = (reference: string) => own.get(reference) ?? outer?.valueOf(reference);
  const scope: Scope = {
    isComplete: labelOf === null,
    valueOf,
    fill: (text) =>
      fillValues(text, (reference) => valueOf(reference) ?? (labelOf === null ? undefined : `[${labelOf(reference)}]`)),
    add: (source, values) => {
      for (const [field, value] of Object.entries(values)) own.set(`${source}.${field}`, value);
    },
    inner: () => createScope(labelOf, scope),
  };
  return scope;
}
