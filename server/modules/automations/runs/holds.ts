import type { Test } from '#contract/automations/steps.ts';
import { valueText, type Value } from '#contract/automations/values.ts';

const plain = (text: string) => text.trim().toLocaleLowerCase('en-US');

/** A number as people type it: `1,250`, `$42.50` or `30 %`. */
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

/** Whether a condition holds. Values are compared as what they are, and never read as anything else. */
export function holds(test: Test, value: Value | undefined, than: string): boolean {
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
