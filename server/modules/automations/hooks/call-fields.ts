import { CALL_FIELDS_MAX } from '#contract/automations/automation-limits.ts';
import { labelFor } from '#contract/automations/call-fields.ts';
import type { CallField } from '#contract/automations/triggers.ts';
import { FIELD_NAME, type Value, type ValueKind, type Values } from '#contract/automations/values.ts';
import { readAnswer } from '#contract/written/answers.ts';
import { readDays } from '#contract/written/days.ts';
import { readNumbers } from '#contract/written/numbers.ts';
import { itemValues } from './item-values.ts';

/** The items of a list whose fields are looked at. */
const ITEMS_READ = 20;
/** What a value seems to be, from how it is written. A number with a leading zero or a plus sign is rather a name. */
function kindOf(value: Value): ValueKind {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'yes_no';
  if (!/^\s*(?:0\d|\+)/.test(value) && readNumbers(value).length > 0) return 'number';
  if (readDays(value, 'UTC').length > 0) return 'date';
  return readAnswer(value) === null ? 'text' : 'yes_no';
}

const isBlank = (value: Value): boolean => typeof value === 'string' && value.trim() === '';

/**
 * The fields of a call, by the values that it brought. The whole body isn't one. A blank says nothing new about a field
 * that is `known`.
 */
export function callFields(values: Values, known: ReadonlySet<string> = new Set()): CallField[] {
  return Object.entries(values)
    .filter(([name, value]) => name !== 'body' && FIELD_NAME.test(name) && !(isBlank(value) && known.has(name)))
    .slice(0, CALL_FIELDS_MAX)
    .map(([name, value]) => {
      const field = { name, label: labelFor(name), kind: kindOf(value) };
      if (!Array.isArray(value)) return field;
      const items = callFields(
        Object.fromEntries(value.slice(0, ITEMS_READ).flatMap((item) => Object.entries(itemValues(item)))),
      );
      return items.length === 0 ? field : { ...field, items: items.map(({ items: _deeper, ...one }) => one) };
    });
}

export const toCallFields = (saved: unknown): CallField[] => (saved ?? []) as CallField[]; // reason: the only form they are saved in
/** The fields of the calls so far, as they are kept with the sample. */
export const fieldsIn = (sample: unknown): CallField[] => toCallFields((sample as { fields?: unknown } | null)?.fields); // reason: the only form it is saved in
