import { LIST_VALUE_MAX, VALUE_MAX } from '#contract/automations/automation-limits.ts';
import { boundedText, cutItemsOf, type Value, type Values } from '#contract/automations/values.ts';

/** The most named values that are kept of a step, and the longest they may be together, in UTF-16 units. JSON writes up to six bytes for each. */
const FIELDS_MAX = 110;
const TOTAL_MAX = 40_000;

/** The database stores well-formed Unicode without U+0000. */
const storable = (text: string) => text.toWellFormed().replaceAll('\u0000', '');

function boundedList(items: readonly string[], max: number): string[] {
  const kept: string[] = [];
  let left = max;
  for (const item of items.slice(0, LIST_VALUE_MAX)) {
    // Half an object is no object.
    if (left <= 0 || (item.startsWith('{') && item.length > left)) break;
    const text = boundedText(storable(item.slice(0, left + 1)), left).toWellFormed();
    kept.push(text);
    left -= text.length;
  }
  return kept;
}

function boundedValue(value: Value, max: number): Value {
  if (typeof value === 'string') return boundedText(storable(value), max).toWellFormed();
  if (Array.isArray(value)) return boundedList(value, max);
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

const lengthOf = (value: Value): number =>
  Array.isArray(value) ? value.reduce((sum, item) => sum + item.length, 0) : String(value).length;

/**
 * What a step was given or returned, cut to what a run keeps. A text that is cut says so, and a list how many items it
 * lost.
 */
export function boundValues(values: Values): Values {
  const bounded: Record<string, Value> = {};
  let left = TOTAL_MAX;
  for (const [name, value] of Object.entries(values).slice(0, FIELDS_MAX)) {
    const kept = boundedValue(value, Math.min(VALUE_MAX, Math.max(left, 0)));
    bounded[storable(name).slice(0, 60)] = kept;
    const lost = Array.isArray(value) && Array.isArray(kept) ? value.length - kept.length : 0;
    if (lost > 0) bounded[cutItemsOf(name)] = lost;
    left -= lengthOf(kept);
  }
  return bounded;
}
