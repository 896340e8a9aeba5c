import type { Test } from '#contract/automations/steps/condition.ts';
import { isListOfObjects, valueText, type Value } from '#contract/automations/values.ts';

// How conditions were decided before their owners could choose what to do with a value that can't be used. Conditions
// that were saved then are still decided like this, so that nothing that runs changes its mind.

const plain = (text: string) => text.trim().toLocaleLowerCase('en-US');

/** `1,250`, `$42.50` or `30 %`: whatever its separators and signs, the digits that are left. */
function numberIn(text: string): number {
  const cleaned = text.replaceAll(/[\s,$€£%]/g, '');
  return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(cleaned) ? Number(cleaned) : Number.NaN;
}

/** Less than 0, 0 or more, as numbers or as days; undefined if neither compares. */
function compared(value: Value, than: string): number | undefined {
  const text = valueText(value);
  const [left, right] = [typeof value === 'number' ? value : numberIn(text), numberIn(than)];
  if (!Number.isNaN(left) && !Number.isNaN(right)) return left - right;
  const isDay = (one: string) => /^\d{4}-\d{2}-\d{2}$/.test(one.trim());
  return isDay(text) && isDay(than) ? Date.parse(text) - Date.parse(than) : undefined;
}

function equals(value: Value, than: string): boolean {
  const wanted = plain(than);
  if (Array.isArray(value)) return value.some((item) => plain(item) === wanted);
  if (typeof value === 'boolean') return (value ? ['yes', 'true'] : ['no', 'false']).includes(wanted);
  return compared(value, than) === 0 || plain(String(value)) === wanted;
}

const isEmpty = (value: Value | undefined): boolean =>
  value === undefined || (Array.isArray(value) ? value.length === 0 : String(value).trim() === '');

/** Whether a condition without a choice holds. A list of objects was one text then. */
export function heldBefore(test: Test, given: Value | undefined, than: string): boolean {
  const value = isListOfObjects(given) ? valueText(given) : given;
  switch (test) {
    case 'is_empty':
      return isEmpty(value);
    case 'is_not_empty':
      return !isEmpty(value);
    case 'is':
      return value === undefined ? than.trim() === '' : equals(value, than);
    case 'is_not':
      return value === undefined ? than.trim() !== '' : !equals(value, than);
    case 'contains':
      return value !== undefined && than.trim() !== '' && plain(valueText(value)).includes(plain(than));
    case 'more_than':
      return value !== undefined && (compared(value, than) ?? 0) > 0;
    case 'less_than':
      return value !== undefined && (compared(value, than) ?? 0) < 0;
  }
}
