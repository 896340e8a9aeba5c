import type { Allowance } from '../eval-case.ts';
import { isOneOf, isResult, totalsIn, valuesIn } from './arithmetic.ts';
import { withoutNearDates } from './dates.ts';
import { withoutCode } from './markdown.ts';
import { numbersIn, spelledNumbersIn, type WrittenNumber } from './numbers.ts';

export type FigureSources = {
  /** Everything the model was sent: whatever it says there may be repeated. */
  given: readonly string[];
  /** What the person wrote, facts and passages: where calculations may start. */
  question: string;
  data: readonly string[];
  allow: Allowance;
  today: Date;
};

/** Numbers that count the answer's own parts: list items, steps, rows, versions. */
const LABELS =
  /\b(?:step|day|week|e-?mail|part|option|scene|shot|take|slide|post|point|version|variant|phase|section|headline|title|subject|lead|column|row|line|no\.|nr\.|schritt|tag|woche|teil|szene|zeile|betreff|punkt|paso|día|semana|parte|opción|escena|asunto|étape|jour|semaine|partie|scène|plan|objet|titre)\s*#?\d{1,2}(?!\d|[.,]\d|\s?[%$€£])/giu;
const NUMBERING = /^(?:\s|>|[-*#|])*(?:\*\*)?\d{1,2}(?:[.)](?=\s|\*)|(?=\s*\|))/gm;
/** Lengths of the answer's own texts. */
const LENGTHS =
  /\(?\d{1,4}\)?[ \u00A0-](?:characters?|chars?|words?|zeichen|wörter|wörtern|caracteres|palabras|caractères|mots)\b/giu;
const EFFORTS =
  /\b\d{1,3}(?:\s?[-–]\s?\d{1,3})?(?:[.,]5)?[\s\u00A0-]?(?:minutes?|min|hours?|hrs?|h|minuten|stunden?|minutos?|horas?|heures?)\b/giu;
const IDIOMS = /\b24\/7\b|\b[234][dk]\b/gi;
/** A gap says that something is missing, so a number in it is nobody's figure. A link keeps its words. */
const GAPS = /\[[^\]\n]*\](?!\()/g;
const ADDRESSES = /\]\([^)\s]*\)|https?:\/\/\S+|\S+@\S+|\{\{[^}]*\}\}/g;

function figuresOf(answer: string, { allow, today }: FigureSources) {
  const ignored = [ADDRESSES, GAPS, NUMBERING, LABELS, LENGTHS, IDIOMS, ...(allow.effort ? [EFFORTS] : [])];
  const kept = ignored.reduce(
    (text, pattern) => text.replaceAll(pattern, ' '),
    allow.code ? withoutCode(answer) : answer,
  );
  return numbersIn(withoutNearDates(kept, today));
}

/** Hours can be told in twelve or in twenty-four, and full ones end in zeros. */
function hoursIn(text: string): number[] {
  return [...text.matchAll(/\b(\d{1,2})(?::\d\d|\s?(?:am|pm|uhr|h)\b)/gi)].flatMap(([, hour]) => [
    (Number(hour) + 12) % 24,
    0,
  ]);
}

/** The numbers of these that follow from the question and from what the answer itself states, step by step. */
function calculated(numbers: readonly WrittenNumber[], stated: readonly WrittenNumber[], sources: FigureSources) {
  const totals = totalsIn([sources.question, ...sources.data]);
  const operands = new Set([...valuesIn(sources.question), ...stated.flatMap(({ readings }) => readings)]);
  const results = new Set<WrittenNumber>();
  let before: number;
  do {
    before = results.size;
    for (const number of numbers) {
      const reading = number.readings.find(
        (value) => isOneOf(value, number, totals) || isResult(value, number, [...operands]),
      );
      if (reading === undefined || results.has(number)) continue;
      results.add(number);
      operands.add(reading);
    }
  } while (results.size > before);
  return results;
}

/** The figures of an answer that nothing it was given explains. */
export function inventedFigures(answer: string, sources: FigureSources): string[] {
  const { given, allow } = sources;
  const known = new Set([
    ...given.flatMap((text) => [
      ...numbersIn(text).flatMap(({ readings }) => readings),
      ...spelledNumbersIn(text),
      ...hoursIn(text),
    ]),
    ...(allow.numbers ?? []),
  ]);
  const isKnown = (value: number) => known.has(value) || (Number.isInteger(value) && value <= (allow.upTo ?? 0));
  const figures = figuresOf(answer, sources);
  const stated = figures.filter(({ readings }) => readings.some(isKnown));
  const others = figures.filter((number) => !stated.includes(number));
  const results = allow.arithmetic ? calculated(others, stated, sources) : new Set<WrittenNumber>();
  return [...new Set(others.filter((number) => !results.has(number)).map(({ written }) => written))];
}
