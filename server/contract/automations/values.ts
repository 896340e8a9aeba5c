import { fillText } from '../fill-text.ts';

/** What a value is: it decides how it is shown, and what a condition can ask about it. */
export const VALUE_KINDS = ['text', 'number', 'yes_no', 'list', 'date'] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];
export const VALUE_KIND_NAMES: Record<ValueKind, string> = {
  text: 'Text',
  number: 'Number',
  yes_no: 'Yes or no',
  list: 'List',
  date: 'Date',
};

/** A text, a number, yes or no, a day as `YYYY-MM-DD` (a text), or the items of a list. */
export type Value = string | number | boolean | string[];
/** What a step returned, by the names of its fields. */
export type Values = Readonly<Record<string, Value>>;

/** Where a value comes from: the trigger, the run itself, or a step. Ids of steps begin with an s, so no step is called either. */
export const STEP_ID = /^s[a-z0-9]{1,11}$/;
export const FIELD_NAME = /^[a-z][a-zA-Z0-9_]{0,39}$/;
/** `step.field`: how a condition names a value. */
export const REFERENCE = /^(trigger|run|s[a-z0-9]{1,11})\.([a-z][a-zA-Z0-9_]{0,39})$/;
/** The only syntax in a step's text. Everything else is text, and so is every value: neither is ever read as code, or for values. */
const VALUE_IN_TEXT = /\{\{(trigger|run|s[a-z0-9]{1,11})\.([a-z][a-zA-Z0-9_]{0,39})\}\}/g;

/** The values in a text, as `step.field`, each once. */
export const referencesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(VALUE_IN_TEXT)].map(([, source = '', field = '']) => `${source}.${field}`)),
];

/** A piece of a text: words, or the place of a value. */
export type TextPiece = { kind: 'text'; text: string } | { kind: 'value'; reference: string };
export function piecesOf(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { 0: whole, 1: source = '', 2: field = '', index } of text.matchAll(VALUE_IN_TEXT)) {
    if (index > end) pieces.push({ kind: 'text', text: text.slice(end, index) });
    pieces.push({ kind: 'value', reference: `${source}.${field}` });
    end = index + whole.length;
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) });
  return pieces;
}

/** Whether a value is a list of objects, each of which is a text of JSON. */
export const isListOfObjects = (value: Value | undefined): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => item.startsWith('{') && item.endsWith('}'));

/**
 * Under this name, it is kept how many items a list lost when it was cut. No reference has two points, so no step sees
 * it.
 */
export const cutItemsOf = (name: string): string => `${name}.left`;

/** A value as a text has it. */
export function valueText(value: Value): string {
  if (isListOfObjects(value)) return `[${value.join(',')}]`;
  if (Array.isArray(value)) return value.map((item) => `- ${item}`).join('\n');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
}

/** What a text says for a value that every run has, if it is empty. A condition sees the empty value. */
const EMPTY_TEXTS: Readonly<Record<string, string>> = {
  'run.yesterdays_chats': 'There were no conversations yesterday.',
  'run.next_date': 'There’s no date coming up.',
};

/** The value with this reference as a text has it. */
export const textOfValue = (reference: string, value: Value): string =>
  valueText(value) || (EMPTY_TEXTS[reference] ?? '');

/** A text with its values in place. One that is missing leaves nothing. */
export const fillValues = (text: string, valueOf: (reference: string) => Value | undefined): string =>
  piecesOf(text)
    .map((piece) => {
      if (piece.kind === 'text') return piece.text;
      const value = valueOf(piece.reference);
      return value === undefined ? '' : textOfValue(piece.reference, value);
    })
    .join('');

const CUT = ' (cut here: {count} characters were too many)';
/** A text that is too long, cut, with a note that says so. `length` is how long it was, if only its beginning is here. */
export const boundedText = (text: string, max: number, length = text.length): string =>
  text.length <= max && text.length === length
    ? text
    : text.slice(0, max) + fillText(CUT, { count: (length - Math.min(text.length, max)).toLocaleString('en-US') });
