import { LIST_VALUE_MAX, VALUE_MAX } from '#contract/automations/automation-limits.ts';
import { oneLine } from '#contract/quoted-name.ts';
import { boundedText, type Value, type Values } from '#contract/automations/values.ts';
import { visibleText } from '#server/lib/text/visible-text.ts';

/** What is kept of a text before it is cleaned: cleaning 50 MB would take a second. */
const READ_MAX = VALUE_MAX * 10;
const LINE_MAX = 200;

/** A text as a table can hold it and a person can read it: nothing invisible, line breaks as `\n`, and at most `max` characters. */
export function plainText(text: string, max = VALUE_MAX): string {
  const kept = visibleText(text.slice(0, READ_MAX))
    .replaceAll(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .trim();
  return boundedText(kept, max, kept.length + Math.max(0, text.length - READ_MAX)).toWellFormed();
}

/** The same in one line, such as a subject. */
export const plainLine = (text: string, max = LINE_MAX): string =>
  oneLine(oneLine(plainText(text, VALUE_MAX)).slice(0, max));

/** A value that a step returns, bounded. */
export function plainValue(value: Value): Value {
  if (typeof value === 'string') return plainText(value);
  if (!Array.isArray(value)) return value;
  let room = VALUE_MAX;
  return value.slice(0, LIST_VALUE_MAX).flatMap((item) => {
    const kept = plainText(item, Math.max(room, 0));
    if (kept === '' || room <= 0) return [];
    room -= kept.length;
    return [kept];
  });
}

/** What a step was given or returns, as the run records it. */
export const plainValues = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plainValue(value)]));
