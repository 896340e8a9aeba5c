import { weekdayDayText } from '../dates.ts';
import { isYearClear, valueOf } from './blank-values.ts';
import type { Blank, BlankValue, BlankValues } from './blanks.ts';
import { capitalized, repeatedMark, withEnding } from './punctuation.ts';

/** A text with its blanks as `{{name}}`. Emails have a subject. */
export type TemplateText = { subject: string | null; body: string };

/** A piece of a rendered text, as the preview shows it. A missing blank reads as its label in square brackets. */
export type Segment =
  | { kind: 'text'; text: string }
  | { kind: 'value'; name: string; text: string }
  | { kind: 'missing'; name: string; text: string };

export type RenderedTemplate = {
  subject: string | null;
  body: string;
  /** The names of required blanks without a value, in the order of the blanks. */
  missing: string[];
  segments: { subject: Segment[]; body: Segment[] };
};

/** The only syntax of a template. Everything else, other braces and markup included, is text. */
export const BLANK_IN_TEXT = /\{\{([a-z][a-zA-Z0-9_]{0,39})\}\}/g;

const NUMBERS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6, useGrouping: 'min2' });

/** What stands right before a blank, and right after it. */
type Around = { before: string; after: string };

/** A sentence or a phrase gets a capital letter where it begins a line or follows a sentence. */
const beginsSentence = ({ before }: Around): boolean => /(?:^|\n|[.!?] )$/.test(before);

/** A quotation that was typed with its marks gets no second pair. */
function withoutMarks(text: string, { before, after }: Around): string {
  if (!before.endsWith('“') || !after.startsWith('”')) return text;
  return /^[“"]([^“”"]+)[”"]$/.exec(text)?.[1] ?? text;
}

/** A value as the text has it, or empty. One that doesn't fit its blank counts as empty: `checkValues` says why. */
function textOf(blank: Blank, value: BlankValue | undefined, today: string | undefined): string {
  if (Array.isArray(value)) return blank.kind === 'list' ? value.map((item) => `- ${item}`).join('\n') : '';
  if (typeof value === 'number') return blank.kind === 'number' ? NUMBERS.format(value) : '';
  if (value === undefined || value === '') return '';
  if (blank.kind === 'text') return withEnding(value, blank.ending);
  if (blank.kind === 'choice') return blank.choices.find(({ id }) => id === value)?.text ?? '';
  const isDay = blank.kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
  if (!isDay) return '';
  const day = weekdayDayText(`${value}T00:00:00Z`, 'UTC');
  return isYearClear(value, today) ? day : `${day}, ${value.slice(0, 4)}`;
}

/** Leaves out each line with an optional blank that is empty, and the empty line that would then follow another. */
function linesToKeep(text: string, isEmptyOption: (name: string) => boolean): string[] {
  const kept: string[] = [];
  let isAfterOmission = false;
  for (const line of text.split('\n')) {
    if ([...line.matchAll(BLANK_IN_TEXT)].some(([, name = '']) => isEmptyOption(name))) isAfterOmission = true;
    else if (!isAfterOmission || line !== '' || (kept.at(-1) ?? '') !== '') {
      isAfterOmission = false;
      kept.push(line);
    }
  }
  if (isAfterOmission) while (kept.at(-1) === '') kept.pop();
  return kept;
}

/** A value in its place. */
function textAt(blank: Blank, text: string, around: Around): string {
  if (blank.kind !== 'text') return text;
  return blank.ending !== undefined && beginsSentence(around) ? capitalized(text) : withoutMarks(text, around);
}

function segmentsOf(text: string, segmentOf: (name: string, around: Around) => Segment | undefined): Segment[] {
  const segments: Segment[] = [];
  let end = 0;
  for (const found of text.matchAll(BLANK_IN_TEXT)) {
    const { index } = found;
    const next = index + found[0].length;
    const around = { before: text.slice(Math.max(0, index - 2), index), after: text.charAt(next) };
    const segment = segmentOf(found[1] ?? '', around);
    if (!segment) continue;
    if (index > end) segments.push({ kind: 'text', text: text.slice(end, index) });
    segments.push(segment);
    end = next + (segment.kind === 'value' ? repeatedMark(segment.text, text.slice(next, next + 2)) : 0);
  }
  if (end < text.length) segments.push({ kind: 'text', text: text.slice(end) });
  return segments;
}

const joined = (segments: readonly Segment[]): string => segments.map(({ text }) => text).join('');

/**
 * Fills values into a template. Values are inserted as text and never read for blanks. A line with an optional blank
 * that is empty is left out. The values should have passed `checkValues`; the time taken grows with the length of the
 * text and the result. `today` says which days need their year.
 */
export function renderTemplate(
  template: { text: TemplateText; blanks: readonly Blank[] },
  values: BlankValues,
  today?: string,
): RenderedTemplate {
  const filled = new Map(
    template.blanks.map((blank) => [blank.name, { blank, text: textOf(blank, valueOf(values, blank), today) }]),
  );
  const isEmptyOption = (name: string) => filled.get(name)?.text === '' && !filled.get(name)?.blank.isRequired;
  const segmentOf = (name: string, around: Around): Segment | undefined => {
    const found = filled.get(name);
    if (!found) return undefined;
    if (found.text === '') return { kind: 'missing', name, text: `[${found.blank.label}]` };
    return { kind: 'value', name, text: textAt(found.blank, found.text, around) };
  };
  const render = (text: string) => segmentsOf(linesToKeep(text, isEmptyOption).join('\n'), segmentOf);

  const { subject, body } = template.text;
  const segments = { subject: subject === null ? [] : render(subject), body: render(body) };
  return {
    subject: subject === null ? null : joined(segments.subject),
    body: joined(segments.body),
    missing: [...filled.values()]
      .filter(({ blank, text }) => blank.isRequired && text === '')
      .map(({ blank }) => blank.name),
    segments,
  };
}

/** How many words a text has. */
export function wordsIn({ subject, body }: TemplateText): number {
  return `${subject ?? ''} ${body}`.match(/\S+/g)?.length ?? 0;
}
